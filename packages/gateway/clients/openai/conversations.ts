import OpenAI from "openai";
import * as chat from "./chat.ts";
import type { McpTools } from "./mcp-tools.ts";
import { parseChat, parseResponses } from "./parsed.ts";
import * as responses from "./responses.ts";

export interface SdkOptions {
  readonly client: OpenAI;
  readonly model: string;
  readonly mcp: McpTools;
}

/** Runs one turn of a conversation, with all calls of tools, and returns the model's answer. */
export type Ask = (prompt: string) => Promise<string>;

/** One way of using the SDK. */
export interface SdkUse {
  readonly title: string;
  readonly start: (options: SdkOptions) => Ask;
  /** Whether each turn ends with an object `{ answer }`. */
  readonly givesObjects?: boolean;
}

/** Starts a conversation with the API at an address without a path. */
export function startUse(
  { start }: SdkUse,
  { url, ...options }: Omit<SdkOptions, "client"> & { readonly url: string },
): Ask {
  return start({ client: new OpenAI({ baseURL: `${url}/v1`, apiKey: "any-key", maxRetries: 0 }), ...options });
}

/** All ways in which OpenAI's SDK talks to an API, each with a conversation of its own. */
export const sdkUses: readonly SdkUse[] = [
  { title: "`chat.completions.create`", start: chat.createWhole },
  { title: "`chat.completions.create`, streamed", start: chat.createStream },
  { title: "`chat.completions.stream`", start: chat.streamHelper },
  { title: "`chat.completions.runTools`", start: (options) => chat.runTools(options, false) },
  { title: "`chat.completions.runTools`, streamed", start: (options) => chat.runTools(options, true) },
  { title: "`chat.completions.parse`", start: parseChat, givesObjects: true },
  { title: "`responses.create`", start: responses.createWhole },
  { title: "`responses.create`, streamed", start: responses.createStream },
  { title: "`responses.create`, `previous_response_id`", start: responses.continued },
  { title: "`responses.stream`", start: responses.streamHelper },
  { title: "`responses.parse`", start: parseResponses, givesObjects: true },
];
