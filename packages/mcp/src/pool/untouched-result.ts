import type { Result, StandardSchemaV1 } from "@modelcontextprotocol/client";
import { isRecord } from "@toolcrib/shared/json";

/** A schema that accepts any result, so that all fields of a server's answer reach the client, including unknown ones. */
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
