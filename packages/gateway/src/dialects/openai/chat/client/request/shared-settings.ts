import { type Fields, isAbsent, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { type AnswerFormat, carriedFields, type SharedSettings } from "../../../shared/shared-form.ts";

/** The settings of a request that the Responses API has too. */
export function sharedSettings(body: Fields): SharedSettings {
  const { top_logprobs: top } = body;
  return {
    fields: { ...carriedFields(body), ...(isAbsent(top) ? {} : { top_logprobs: top }) },
    effort: optional(body["reasoning_effort"], "reasoning_effort", stringAt),
    verbosity: optional(body["verbosity"], "verbosity", stringAt),
    format: formatOf(body["response_format"]),
    logprobs: body["logprobs"] === true,
  };
}

function formatOf(value: unknown): AnswerFormat | undefined {
  const format = optional(value, "response_format", recordAt);
  if (format?.["type"] === "json_object") return { type: "json_object" };
  if (format?.["type"] !== "json_schema") return undefined;
  const at = "response_format.json_schema";
  const { name, description, schema, strict } = recordAt(format["json_schema"], at);
  return {
    type: "json_schema",
    name: typeof name === "string" ? name : "response",
    ...(typeof description === "string" && { description }),
    schema: recordAt(schema, `${at}.schema`),
    ...(typeof strict === "boolean" && { strict }),
  };
}
