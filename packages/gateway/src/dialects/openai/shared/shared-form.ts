import { type Fields, isAbsent } from "./read-values.ts";

/** The grammar of a `custom` tool. */
export interface Grammar {
  readonly syntax: "lark" | "regex";
  readonly definition: string;
}

/** The format of an answer, as the Responses API writes it. */
export type AnswerFormat =
  | { readonly type: "json_object" }
  | {
      readonly type: "json_schema";
      readonly name: string;
      readonly description?: string;
      readonly schema: Fields;
      readonly strict?: boolean;
    };

/** Settings of a request. */
export interface SharedSettings {
  /** Fields that have the same name and meaning in both APIs. */
  readonly fields: Fields;
  readonly effort?: string | undefined;
  readonly verbosity?: string | undefined;
  readonly format?: AnswerFormat | undefined;
  /** Whether the client wants the log probabilities of the answer's text. */
  readonly logprobs?: boolean | undefined;
}

const carried = [
  "metadata",
  "moderation",
  "prompt_cache_options",
  "prompt_cache_retention",
  "safety_identifier",
  "service_tier",
  "user",
] as const;

/** The fields of a request that have the same name and meaning in both APIs. */
export function carriedFields(body: Fields): Fields {
  return Object.fromEntries(carried.flatMap((name) => (isAbsent(body[name]) ? [] : [[name, body[name]]])));
}

/** What a client says in the words that both APIs share. The user is not named if the operator drops `metadata` for the upstream. */
export function writtenFields(body: Fields, { fields }: SharedSettings): Fields {
  if (body["metadata"] !== undefined) return fields;
  const { user: _user, safety_identifier: _identifier, ...others } = fields;
  return others;
}

/** What both of OpenAI's APIs can say, and the inner form cannot. */
export interface SharedForm {
  readonly settings?: SharedSettings | undefined;
  /** Set on a tool or a call that takes free text. `note` explains the grammar to models that cannot enforce it. */
  readonly custom?: { readonly grammar?: Grammar | undefined; readonly note?: string | undefined } | undefined;
  /** How closely the model looks at an image. */
  readonly detail?: string | undefined;
  /** The id of a file at the upstream. */
  readonly fileId?: string | undefined;
  /** The log probabilities of a text, or of a piece of one. */
  readonly logprobs?: readonly unknown[] | undefined;
  /** Set on the `stop_details` of a refusal in the model's own words. OpenAI's APIs end such an answer like any other. */
  readonly isSpokenRefusal?: boolean | undefined;
}

/** A request with its settings, if it has any. */
export function withSettings<Value extends object>(body: Value, settings: SharedSettings): Value {
  const { fields, logprobs, ...others } = settings;
  const isEmpty =
    Object.keys(fields).length === 0 &&
    logprobs !== true &&
    Object.values(others).every((value) => value === undefined);
  return isEmpty ? body : withShared(body, { settings });
}

/** Registered, so that it survives with hidden turns in a store. */
const key: unique symbol = Symbol.for("toolcrib: shared by OpenAI's APIs");

interface Carrier {
  readonly [key]?: SharedForm;
}

/**
 * Notes what only OpenAI's APIs can say, for a client of one and an upstream of the other. It is kept under a symbol: JSON leaves it out,
 * so no other dialect sees it, and a copy of the value keeps it.
 */
export function withShared<Value extends object>(value: Value, shared: SharedForm): Value {
  return { ...value, [key]: { ...sharedOf(value), ...shared } };
}

export function sharedOf(value: object | null | undefined): SharedForm {
  return (value as Carrier | null | undefined)?.[key] ?? {};
}

/** Whether an answer ended because the model refused in its own words, and not because a filter stopped it. */
export function isSpokenRefusal(ending: Fields): boolean {
  return sharedOf(ending["stop_details"] as object | null | undefined).isSpokenRefusal === true;
}
