import { effortAt, toOutputSettings } from "../../../shared/output-settings.ts";
import { invalid, unsupported } from "../../../shared/parameter-errors.ts";
import {
  type Fields,
  isAbsent,
  listAt,
  oneOf,
  optional,
  recordAt,
  schemaAt,
  stringAt,
} from "../../../shared/read-values.ts";

const verbosities = new Set(["low", "medium", "high"] as const);
const includables = new Set([
  "file_search_call.results",
  "web_search_call.results",
  "web_search_call.action.sources",
  "message.input_image.image_url",
  "computer_call_output.output.image_url",
  "code_interpreter_call.outputs",
  "reasoning.encrypted_content",
  "message.output_text.logprobs",
] as const);
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
  if (type === "text") return undefined;
  if (type === "json_object")
    throw unsupported("text.format.type", "send a schema with json_schema", "text.format of type json_object");
  if (type !== "json_schema") throw invalid("text.format.type", "expected text or json_schema");
  return schemaAt(schema, "text.format.schema");
}

/** Checks `include`: what is always there, or belongs to tools that cannot be called here, is fine. */
export function checkInclude(value: unknown): void {
  if (isAbsent(value)) return;
  for (const [position, name] of listAt(value, "include").entries()) {
    const field = `include[${position}]`;
    if (oneOf(name, field, includables) === "message.output_text.logprobs") {
      throw unsupported(field, "other models do not report log probabilities");
    }
  }
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
