import { effortAt, toOutputSettings } from "../../../shared/output-settings.ts";
import { invalid } from "../../../shared/parameter-errors.ts";
import { type Fields, isAbsent, listAt, oneOf, optional, recordAt, stringAt } from "../../../shared/read-values.ts";
import { type AnswerFormat, carriedFields, type SharedSettings } from "../../../shared/shared-form.ts";

const verbosities = new Set(["low", "medium", "high"] as const);
const maxMetadataEntries = 16;
const maxMetadataLength = 512;

/** Parses `reasoning` and `text`. */
export function parseOutputSettings(reasoning: unknown, text: unknown): Fields {
  const { effort } = optional(reasoning, "reasoning", recordAt) ?? {};
  return toOutputSettings(optional(effort, "reasoning.effort", effortAt), parseSchema(text));
}

function parseSchema(text: unknown): Fields | undefined {
  const { format, verbosity } = optional(text, "text", recordAt) ?? {};
  optional(verbosity, "text.verbosity", (value, field) => oneOf(value, field, verbosities));
  if (isAbsent(format)) return undefined;
  const { type, schema } = recordAt(format, "text.format");
  if (type === "text" || type === "json_object") return undefined;
  if (type !== "json_schema") throw invalid("text.format.type", "expected text or json_schema");
  return recordAt(schema, "text.format.schema");
}

/** The settings of a request that Chat Completions has too. */
export function sharedSettings(body: Fields): SharedSettings {
  const { effort } = optional(body["reasoning"], "reasoning", recordAt) ?? {};
  const { format, verbosity } = optional(body["text"], "text", recordAt) ?? {};
  const { top_logprobs: top, include } = body;
  const wants = optional(include, "include", listAt)?.includes("message.output_text.logprobs") === true;
  return {
    fields: { ...carriedFields(body), ...(isAbsent(top) || !wants ? {} : { top_logprobs: top }) },
    effort: optional(effort, "reasoning.effort", stringAt),
    verbosity: optional(verbosity, "text.verbosity", stringAt),
    format: formatOf(format),
    logprobs: wants,
  };
}

function formatOf(value: unknown): AnswerFormat | undefined {
  const { type, name, description, schema, strict } = optional(value, "text.format", recordAt) ?? {};
  if (type === "json_object") return { type };
  if (type !== "json_schema") return undefined;
  return {
    type,
    name: typeof name === "string" ? name : "response",
    ...(typeof description === "string" && { description }),
    schema: recordAt(schema, "text.format.schema"),
    ...(typeof strict === "boolean" && { strict }),
  };
}

/** Parses `metadata`, with OpenAI's own limits. */
export function parseMetadata(value: unknown): object {
  const entries = Object.entries(optional(value, "metadata", recordAt) ?? {});
  if (entries.length > maxMetadataEntries) {
    throw invalid("metadata", `expected at most ${maxMetadataEntries} entries, got ${entries.length}`);
  }
  for (const [name, text] of entries) {
    if (name.length > maxMetadataLength || stringAt(text, "metadata").length > maxMetadataLength) {
      throw invalid("metadata", `expected texts of at most ${maxMetadataLength} characters`);
    }
  }
  return Object.fromEntries(entries);
}
