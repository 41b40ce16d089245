import type { Result, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isRecord } from "@toolcrib/shared/json";

/** A schema that takes a result as it is: what a server answers reaches the client with every field, also those that nobody here knows. */
export const untouchedResult: StandardSchemaV1<unknown, Result & Record<string, unknown>> = {
  "~standard": {
    version: 1,
    vendor: "toolcrib",
    validate: (value) =>
      isRecord(value)
        ? { value: value as Result & Record<string, unknown> }
        : { issues: [{ message: "expected an object" }] },
  },
};
