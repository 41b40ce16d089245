import type { AnswerMessage, MessagesBody } from "../contracts/inner-form.ts";
import type { Upstream, UpstreamCall } from "../contracts/upstream.ts";
import type { Script } from "./scripted-turn.ts";

/** An upstream, and the scripted model endpoint that it calls. */
export interface UpstreamUnderTest {
  readonly upstream: Upstream;
  /** The bodies that the endpoint received, oldest first. */
  readonly received: () => readonly string[];
  /** The number of calls that ended at the client's side before the endpoint had answered. */
  readonly abandoned: () => number;
  /** Why the endpoint found requests invalid, if it validates them. */
  readonly rejected?: (() => readonly string[]) | undefined;
  /** Stops the endpoint. Called at the end of each check, sometimes twice. */
  readonly stop: () => Promise<void>;
}

/** Starts an endpoint that follows a script, and creates an upstream that calls it. */
export type StartUpstream = (script: Script) => Promise<UpstreamUnderTest>;

const tools = ["read_file", "write_file"].map((name) => ({
  name,
  description: `Does what ${name} says.`,
  input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
}));

export const upstreamQuestion: MessagesBody = {
  model: "model-under-test",
  max_tokens: 256,
  system: [{ type: "text", text: "You are careful." } as never],
  messages: [{ role: "user", content: "Read the notes." }],
  tools,
};

/** A call with a client's own key. */
export function upstreamCall(body: MessagesBody, signal: AbortSignal = new AbortController().signal): UpstreamCall {
  return { body, betas: [], apiVersion: "2026-10-21", credentials: { apiKey: "client-key" }, signal };
}

/** All tokens that a prompt cost, cached or not. */
export function inputTokensOf({ usage }: AnswerMessage): number {
  return usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
}

/** What a promise is rejected with; undefined if it resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}
