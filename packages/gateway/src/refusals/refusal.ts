import { isFeatureRefusal } from "@toolcrib/core/engine";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { type FieldPath, isDroppable } from "../fields/field-path.ts";
import { locateField } from "./locate-field.ts";
import { namedFields } from "./named-fields.ts";
import { quotesOwnKey } from "./quotes-own-key.ts";
import { readWireRefusals, type WrittenWire } from "./wire-refusals.ts";

/** Something that an upstream rejects and that a request can do without. */
export type Refusal =
  /** Deferred tools and references. */
  | { readonly kind: "feature"; readonly name: "tool search" }
  /** Messages with role `system` inside the conversation, or with role `developer`. */
  | { readonly kind: "role"; readonly name: "system" | "developer" }
  /** A name in the `anthropic-beta` header; `*` means any. */
  | { readonly kind: "beta"; readonly name: string }
  /** A field path, with `*` for positions. */
  | { readonly kind: "field"; readonly name: string }
  /** A field path in a wire format that is not the inner form. */
  | { readonly kind: "wire field"; readonly name: string };

/** A request as it was sent, and the upstream's response. */
export interface RefusedRequest {
  readonly status: number;
  readonly message: string;
  readonly body: MessagesBody;
  readonly betas: readonly string[];
  /** Whether the request uses deferred tools and references in the API's format. */
  readonly usesToolSearch: boolean;
  /** Whether unknown fields and beta names are simply a client error. */
  readonly isFirstParty: boolean;
  /** The request as it went over the wire, where that is not the inner form. */
  readonly wire?: WrittenWire | undefined;
}

/** Which parts of the request a response refuses; empty if it is another kind of error. */
export function readRefusals(request: RefusedRequest): readonly Refusal[] {
  const refusals = refusalsIn(request);
  if (refusals.length === 0) return refusals;
  return quotesOwnKey(request.message, [request.body, request.wire?.clientBody]) ? [] : refusals;
}

function refusalsIn(request: RefusedRequest): readonly Refusal[] {
  const { status, message, isFirstParty } = request;
  if (status !== 400 && status !== 422) return [];
  if (request.usesToolSearch && isFeatureRefusal(status, message)) return [{ kind: "feature", name: "tool search" }];
  if (request.wire !== undefined) {
    const refused = readWireRefusals(message, request.wire);
    if (refused.length > 0) return refused;
  } else if (isRoleRefusal(request)) return [{ kind: "role", name: "system" }];
  if (isFirstParty) return [];
  const betas = refusedBetas(request);
  return betas.length > 0 ? betas : refusedFields(request);
}

/** How various servers report an unknown role; only checked if a message has one. */
const roleWords = /Input should be 'user' or 'assistant'|Unexpected role "?system|unknown variant [`'"]?system/i;
const rolePlace = /messages[.[](\d{1,6})\]?\.role\b/g;

function isRoleRefusal({ message, body }: RefusedRequest): boolean {
  const { messages } = body;
  if (!messages.some(isOfOtherRole)) return false;
  if (roleWords.test(message)) return true;
  return [...message.matchAll(rolePlace)].some(([, position]) => {
    const named = messages[Number(position)];
    return named !== undefined && isOfOtherRole(named);
  });
}

function isOfOtherRole({ role }: { readonly role: string }): boolean {
  return role !== "user" && role !== "assistant";
}

function refusedBetas({ message, betas }: RefusedRequest): readonly Refusal[] {
  if (betas.length === 0 || !/anthropic[-_]beta|beta (?:flag|header)/i.test(message)) return [];
  const quoted = betas.filter((name) => message.includes(name));
  // A name within another one is not the one that is meant.
  const named = quoted.filter((name) => !quoted.some((other) => other !== name && other.includes(name)));
  // Some servers do not name it.
  const names = named.length > 0 ? named : ["*"];
  return names.map((name) => ({ kind: "beta", name }));
}

function refusedFields({ message, body }: RefusedRequest): readonly Refusal[] {
  return namedFields(message)
    .flatMap((named) => {
      const path = locateField(body, named);
      return path === undefined ? [] : [path];
    })
    .filter((path) => isDroppable(path) && !isNeeded(body, path))
    .map((path) => ({ kind: "field", name: path.join(".") }));
}

/**
 * Whether the client cannot use a response made without this field: it parses the response by the format it asked for.
 */
export function isNeeded(body: MessagesBody, path: FieldPath): boolean {
  const config = body["output_config"] as { readonly format?: unknown } | null | undefined;
  return path.length === 1 && path[0] === "output_config" && config?.format !== undefined && config.format !== null;
}
