/** A part of what a user or a tool says, in no API's form. */
export type Part =
  | { readonly text: string }
  /** A data URL, or an address. */
  | { readonly image: string }
  | { readonly file: { readonly name: string; readonly dataUrl: string } };

export interface Call {
  readonly id: string;
  readonly name: string;
  /** An object, or the text for a custom tool. */
  readonly input: object | string;
}

interface Thought {
  readonly text: string;
  /** What the model needs to trust its own thought: a signature, or the thought encrypted. */
  readonly proof?: string | undefined;
}

/** One step of a conversation. */
export type Step =
  | { readonly user: readonly Part[] }
  | { readonly thought?: Thought; readonly text?: string; readonly calls?: readonly Call[] }
  | { readonly result: readonly Part[]; readonly of: string; readonly isCustom?: boolean }
  /** An answer as the client got it. */
  | { readonly received: readonly object[] };

export type OfferedTool =
  | { readonly name: string; readonly description: string; readonly schema: object; readonly isStrict?: boolean }
  | { readonly name: string; readonly description: string; readonly grammar: Grammar | undefined };

interface Grammar {
  readonly syntax: "lark" | "regex";
  readonly definition: string;
}

export type Choice =
  | "none"
  | "required"
  | { readonly tool: string; readonly isCustom?: boolean }
  | { readonly allowed: readonly string[]; readonly mode: "auto" | "required" };

/** A request, in no API's form. */
export interface Asked {
  readonly system?: string;
  readonly steps: readonly Step[];
  readonly tools?: readonly OfferedTool[];
  readonly choice?: Choice;
  readonly isSerial?: boolean;
  readonly schema?: object;
  readonly effort?: "low" | "medium" | "high";
  readonly limit?: number;
  readonly stops?: readonly string[];
  readonly user?: string;
  readonly cacheKey?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** Why an answer ends. */
export type End = "stop" | "stop_sequence" | "length" | "calls" | "refusal";

/** An answer, in no API's form. */
export interface Answered {
  readonly thought?: Thought;
  readonly text?: string;
  readonly refusal?: string | undefined;
  readonly calls?: readonly Call[];
  readonly end: End;
  readonly usage: { readonly input: number; readonly cached: number; readonly output: number };
}

/** What a client reads: the answer, and what it sends back in the next request. */
interface Received extends Answered {
  readonly items: readonly object[];
}

/** A wire format, from both of its ends. */
export interface Wire {
  readonly path: string;
  /** What a client sends. */
  readonly writeRequest: (asked: Asked) => object;
  /** What an upstream reads. */
  readonly readRequest: (body: never) => Asked;
  /** What an upstream sends. */
  readonly writeAnswer: (answered: Answered, body: { readonly stream?: boolean }, number: number) => Response;
  /** What a client reads. */
  readonly readAnswer: (url: string, body: object, isStreaming: boolean) => Promise<Received>;
}

export function isFunction(tool: OfferedTool): tool is Extract<OfferedTool, { readonly schema: object }> {
  return "schema" in tool;
}

/** Leaves out what has no value, so that two requests can be compared. */
export function defined<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Value;
}

export function sentEvents(events: readonly { readonly type?: string }[], last = ""): Response {
  const text = events
    .map((event) => `${event.type === undefined ? "" : `event: ${event.type}\n`}data: ${JSON.stringify(event)}\n\n`)
    .join("");
  return new Response(text + last, { headers: { "content-type": "text/event-stream" } });
}

export function inPieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,6}/gu) ?? [];
}
