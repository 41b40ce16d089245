import { describeValue } from "@toolcrib/shared/errors";
import { unsupported } from "./chat-error.ts";

/**
 * What happens to a field of a request. `taken`: translated. `ignored`: without an effect on the answer's meaning. `rejected`: leaving
 * it out would change what the client asks for.
 */
type Treatment = "taken" | "ignored" | "rejected";

interface FieldRule {
  readonly treatment: Treatment;
  /** What it becomes, or why it is not taken. */
  readonly note: string;
  /** Values of a rejected field that ask for nothing. */
  readonly isDefault?: (value: unknown) => boolean;
}

const isZero = (value: unknown): boolean => value === 0;
const isFalse = (value: unknown): boolean => value === false;
const isOne = (value: unknown): boolean => value === 1;
const isEmpty = (value: unknown): boolean =>
  typeof value === "object" && value !== null && Object.keys(value).length === 0;
const isTextOnly = (value: unknown): boolean => Array.isArray(value) && value.length === 1 && value[0] === "text";

const taken = (note: string): FieldRule => ({ treatment: "taken", note });
const ignored = (note: string): FieldRule => ({ treatment: "ignored", note });
const rejected = (note: string, isDefault?: (value: unknown) => boolean): FieldRule => ({
  treatment: "rejected",
  note,
  ...(isDefault && { isDefault }),
});

/** Every field of a request that is known. `docs/dialects.md` holds the same table; a test compares the two. */
export const chatFields: ReadonlyMap<string, FieldRule> = new Map([
  ["model", taken("`model`; a route may give the upstream another name")],
  ["messages", taken("`system` and `messages`")],
  [
    "tools",
    taken("`tools`; a `custom` tool becomes one with a single text argument, and its calls become `custom` again"),
  ],
  ["tool_choice", taken("`tool_choice`; `allowed_tools` leaves the other tools out")],
  ["parallel_tool_calls", taken("`tool_choice.disable_parallel_tool_use`")],
  ["max_completion_tokens", taken("`max_tokens`")],
  ["max_tokens", taken("`max_tokens`, unless `max_completion_tokens` is there")],
  ["stop", taken("`stop_sequences`")],
  ["temperature", taken("`temperature`")],
  ["top_p", taken("`top_p`")],
  ["response_format", taken("`output_config.format` for `json_schema`; `json_object` is rejected")],
  [
    "reasoning_effort",
    taken("`output_config.effort` with adaptive thinking; `minimal` becomes `low`, `none` asks for nothing"),
  ],
  ["stream", taken("`stream`")],
  ["stream_options", taken("`include_usage` adds the last chunk with the usage; the rest is ignored")],
  ["user", taken("`metadata.user_id`")],
  ["safety_identifier", taken("`metadata.user_id`, unless `user` is there")],
  ["metadata", ignored("labels of stored completions; nothing is stored")],
  ["store", ignored("nothing is stored")],
  ["prompt_cache_key", ignored("the upstream decides what it caches")],
  ["prompt_cache_retention", ignored("the upstream decides what it caches")],
  ["prompt_cache_options", ignored("the upstream decides what it caches")],
  ["prediction", ignored("it makes an answer faster, not another one")],
  ["seed", ignored("a wish without a promise")],
  ["service_tier", ignored("the upstream's account decides it")],
  ["verbosity", ignored("a wish without a promise")],
  ["n", rejected("the upstreams give one answer", isOne)],
  ["frequency_penalty", rejected("the inner form has no penalties", isZero)],
  ["presence_penalty", rejected("the inner form has no penalties", isZero)],
  ["logit_bias", rejected("the inner form has no token ids", isEmpty)],
  ["logprobs", rejected("the upstreams tell no probabilities", isFalse)],
  ["top_logprobs", rejected("the upstreams tell no probabilities", isZero)],
  ["modalities", rejected("answers are text", isTextOnly)],
  ["audio", rejected("answers are text")],
  ["web_search_options", rejected("the gateway searches tools, not the web")],
  ["functions", rejected("it is deprecated; use tools")],
  ["function_call", rejected("it is deprecated; use tool_choice")],
]);

const printableName = /^[\w.:-]{1,64}$/;

/** Rejects, by name, every field that asks for something that is not done. `null` asks for nothing. */
export function checkFields(body: Readonly<Record<string, unknown>>): void {
  for (const [field, value] of Object.entries(body)) {
    if (value === null) continue;
    const rule = chatFields.get(field);
    if (rule === undefined) {
      const shown = printableName.test(field) ? field : describeValue(field);
      throw unsupported(shown, "the field is unknown, and leaving it out could change what the request asks for");
    }
    if (rule.treatment === "rejected" && rule.isDefault?.(value) !== true) throw unsupported(field, rule.note);
  }
}
