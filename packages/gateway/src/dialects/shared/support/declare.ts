/** The APIs that upstreams speak. */
export const upstreamApis = ["messages", "responses", "chat", "ai-sdk"] as const;
export type UpstreamApi = (typeof upstreamApis)[number];

/** What becomes of a part of a request that has to be translated. */
type Fate =
  /** Translated. */
  | "taken"
  /** Accepted without an effect on the answer; its note says why that is right. */
  | "no effect"
  /** Left out. The answer's header `toolcrib-omitted` names it, and the trace has a warning. */
  | "omitted"
  /** Answered with an error that names it. */
  | "rejected";

interface Verdict {
  readonly fate: Fate;
  /** What the part becomes, or why it is not translated. */
  readonly note: string;
  /** Whether only some of its values are rejected. */
  readonly isPartial?: boolean;
}

/** A declared part of an API: a field, or a type in a union. */
export interface Part {
  readonly verdicts: Readonly<Record<UpstreamApi, Verdict>>;
  /** Whether a value asks for nothing, so that it need not be rejected or named. `null` never asks for anything. */
  readonly isHarmless: (value: unknown) => boolean;
  /** The name of the field in the Messages API, if operators can drop it. */
  readonly dropName?: string | undefined;
  /** Whether an upstream of the client's own API gets the field while the gateway works on the tools of the request. */
  readonly isCarried: boolean;
  readonly inner?: Inner | undefined;
}

/** What is inside of a value. Something that several fields hold has a name, under which it is declared once. */
export type Inner = InnerKind & { readonly name?: string | undefined };

type InnerKind =
  | { readonly kind: "fields"; readonly fields: ReadonlyMap<string, Part> }
  | { readonly kind: "list"; readonly item: Inner }
  /** An object whose `tag` tells its type. `fallback` is the type of an object without a tag. */
  | {
      readonly kind: "types";
      readonly tag: string;
      readonly types: ReadonlyMap<string, Part>;
      readonly fallback?: string | undefined;
    }
  | { readonly kind: "values"; readonly values: ReadonlyMap<string, Part> };

/** An API in which clients send requests. */
export interface DeclaredApi {
  readonly title: string;
  /** Its own name among the upstreams. */
  readonly own: UpstreamApi;
  readonly request: Extract<Inner, { readonly kind: "fields" }>;
  /** Whether unknown types and fields of a request are left to what reads or writes them. */
  readonly isOpen?: boolean;
  /** How a path names an element of a list. */
  readonly position: (index: number) => string;
}

interface Options {
  readonly harmless?: readonly unknown[] | ((value: unknown) => boolean);
  readonly inner?: Inner;
  readonly dropName?: string;
  readonly isCarried?: boolean;
}

function declare(fate: Fate, note: string, { harmless = [], inner, dropName, isCarried = false }: Options): Part {
  const verdict: Verdict = { fate, note };
  return {
    verdicts: { messages: verdict, responses: verdict, chat: verdict, "ai-sdk": verdict },
    isHarmless: typeof harmless === "function" ? harmless : (value) => harmless.some((one) => isSame(one, value)),
    dropName,
    isCarried,
    inner,
  };
}

export const taken = (note: string, inner?: Inner, options: Options = {}): Part =>
  declare("taken", note, inner === undefined ? options : { ...options, inner });
export const unused = (note: string): Part => declare("no effect", note, {});
export const omitted = (note: string, options: Options = {}): Part => declare("omitted", note, options);
export const rejected = (note: string, options: Options = {}): Part => declare("rejected", note, options);

/** A part of which some values are translated and others are rejected. */
export function partly(note: string, isTaken: (value: unknown) => boolean, options: Options = {}): Part {
  const part = declare("rejected", note, { ...options, harmless: isTaken });
  const verdict: Verdict = { fate: "rejected", note, isPartial: true };
  return { ...part, verdicts: { messages: verdict, responses: verdict, chat: verdict, "ai-sdk": verdict } };
}

/** The same part, with another verdict for some upstreams. */
export function at(upstreams: readonly UpstreamApi[], other: Part, part: Part): Part {
  const verdicts = Object.fromEntries(upstreams.map((api) => [api, other.verdicts[api]]));
  return {
    ...part,
    verdicts: { ...part.verdicts, ...verdicts },
    inner: part.inner ?? other.inner,
    dropName: part.dropName ?? other.dropName,
  };
}

export function fields(parts: Readonly<Record<string, Part>>): Extract<Inner, { readonly kind: "fields" }> {
  return { kind: "fields", fields: new Map(Object.entries(parts)) };
}

export const named = <Given extends Inner>(name: string, inner: Given): Given => ({ ...inner, name });

export const list = (item: Inner): Inner => ({ kind: "list", item });

export function types(parts: Readonly<Record<string, Part>>, tag = "type", fallback?: string): Inner {
  return { kind: "types", tag, types: new Map(Object.entries(parts)), fallback };
}

export const values = (parts: Readonly<Record<string, Part>>): Inner => ({
  kind: "values",
  values: new Map(Object.entries(parts)),
});

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === "object" && JSON.stringify(one) === JSON.stringify(other));
}
