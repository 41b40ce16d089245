import type { Provider } from "../cost/cost-of-calls.ts";
import type { TokenUse } from "../cost/prices.ts";
import type { ModelStep } from "../prompt/prompt.ts";
import type { ReadRequest } from "../prompt/write-prompt.ts";

export type DialectName = "messages" | "chat" | "responses";

/** A model's answer with what the API adds to it. */
export interface Answer {
  readonly step: ModelStep;
  /** Different for each answer, the same in each run. */
  readonly id: string;
  readonly use: TokenUse;
}

/** One of the APIs: what it refuses, what the model sees of a request, and how an answer is written. */
export interface RelayDialect {
  readonly name: DialectName;
  /** Whose rules of caching hold. */
  readonly provider: Provider;
  /** The path of a model call. */
  readonly path: string;
  /** The path that counts the tokens of a prompt, and the field with the count. */
  readonly count?: { readonly path: string; readonly field: string };
  /** Which conversation a request belongs to: the relay's clients give its name as their key. */
  readonly key: (headers: Headers) => string;
  /** Throws what the API refuses, in its words. */
  readonly check: (body: Readonly<Record<string, unknown>>, headers: Headers) => void;
  readonly read: (body: Readonly<Record<string, unknown>>) => ReadRequest;
  readonly write: (body: Readonly<Record<string, unknown>>, answer: Answer) => Response;
  /** The refusal as the API sends it; undefined for an error that is none. */
  readonly refuse: (error: unknown) => Response | undefined;
  /** What a real model's whole answer says. */
  readonly step: (answer: Readonly<Record<string, unknown>>) => ModelStep;
  /** A real model's whole answer as a stream. */
  readonly stream: (answer: Readonly<Record<string, unknown>>) => Response;
}

export function bearerOf(headers: Headers): string {
  return (headers.get("authorization") ?? "").replace(/^Bearer /, "");
}
