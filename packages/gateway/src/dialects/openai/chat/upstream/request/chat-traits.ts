import { describeValue } from "@toolcrib/shared/errors";
import { isRecord } from "@toolcrib/shared/json";
import { ConfigError } from "../../../../../errors/config-error.ts";

/** What a server of Chat Completions takes beyond what all of them have in common. */
export interface ChatTraits {
  /** Whether `role: "system"` may stand anywhere in the conversation. Elsewhere its text goes into a user message. */
  readonly takesSystemMessagesInPlace: boolean;
  /** Whether a tool message may hold images. Elsewhere they follow it in a user message. */
  readonly takesImagesInResults: boolean;
  /** Whether the addresses of images are passed on. */
  readonly takesImageUrls: boolean;
  /** Whether the limit of an answer is called `max_completion_tokens`. The other name is tried if the server refuses one. */
  readonly takesCompletionTokens: boolean;
  /** Whether the effort of thinking is passed on as `reasoning_effort`. */
  readonly takesEffort: boolean;
  /** Whether tools may take free text, as `custom` tools. Elsewhere they become functions with one argument. */
  readonly takesCustomTools: boolean;
  /** Which ids of calls are taken; others are replaced by a hash of themselves. */
  readonly callIds: RegExp;
  readonly callIdLength: number;
}

const names = [
  "takesSystemMessagesInPlace",
  "takesImagesInResults",
  "takesImageUrls",
  "takesCompletionTokens",
  "takesEffort",
  "takesCustomTools",
] as const satisfies readonly (keyof ChatTraits)[];

const openAiHosts = /(?:^|\.)(?:api\.openai\.com|openai\.azure\.com)$/;
const mistralHosts = /(?:^|\.)mistral\.ai$/;

/** What is known of a server by its address, corrected by the operator's settings. */
export function readTraits(
  upstream: string,
  url: string,
  settings: Readonly<Record<string, unknown>> = {},
): ChatTraits {
  const host = new URL(url).hostname;
  const isOpenAi = openAiHosts.test(host);
  const isMistral = mistralHosts.test(host);
  return {
    takesSystemMessagesInPlace: isOpenAi,
    takesImagesInResults: false,
    takesImageUrls: true,
    takesCompletionTokens: isOpenAi,
    takesEffort: true,
    takesCustomTools: isOpenAi,
    callIds: isMistral ? /^[a-zA-Z0-9]{9}$/ : /^.{1,40}$/,
    callIdLength: isMistral ? 9 : 40,
    ...configuredTraits(upstream, settings),
  };
}

function configuredTraits(upstream: string, { traits = {}, ...others }: Readonly<Record<string, unknown>>): object {
  const field = `upstreams.${upstream}.settings`;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalid(field, "traits and nothing else", unknown);
  if (!isRecord(traits)) throw invalid(`${field}.traits`, "an object", traits);
  for (const [name, value] of Object.entries(traits)) {
    if (!(names as readonly string[]).includes(name))
      throw invalid(`${field}.traits`, `one of ${names.join(", ")}`, name);
    if (typeof value !== "boolean") throw invalid(`${field}.traits.${name}`, "true or false", value);
  }
  return traits;
}

function invalid(field: string, expected: string, received: unknown): ConfigError {
  return new ConfigError("config_invalid", { place: "", field, expected, received: describeValue(received) });
}
