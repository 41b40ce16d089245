import { isRecord } from "@toolcrib/shared/json";
import type { ParsedRequest } from "../../../../contracts/client-dialect.ts";
import type { MessagesBody, ToolChoice } from "../../../../contracts/inner-form.ts";
import type { KeptObjects } from "../../../../contracts/kept-objects.ts";
import { type Fields, nameAt } from "../../shared/read-values.ts";
import { checkToolLimits } from "../../shared/tool-limits.ts";
import {
  isKeptHere,
  itemKeeperOf,
  keeperOf,
  keptItems,
  keptTokens,
  previousNotFound,
} from "../client/kept/kept-responses.ts";
import type { ResponseContext } from "../client/request/answer-context.ts";
import { itemNotFound, resolveReferences } from "../client/request/item-references.ts";
import type { ResponsesRequest } from "../client/request/parse-request.ts";
import { withOriginal } from "../wire/original.ts";
import { flatName, type ToolNames } from "../wire/tool-names.ts";
import { ownItems, parseOwnInput } from "./parse-own-input.ts";
import { parseOwnTools } from "./parse-own-tools.ts";

/** Fields by which a request depends on what the upstream keeps, or on how it answers. */
const partialFields = ["conversation", "prompt", "context_management"] as const;

/**
 * Parses a request for an upstream that speaks this API too. The gateway reads what it works with, the tools and the conversation, and
 * carries everything else: what is wrong is the upstream's to say.
 */
export function parseOwnRequest(
  body: Fields,
  { limits, kept, kind, hasKey, countKept }: ResponsesRequest,
): ParsedRequest {
  const model = nameAt(body["model"], "model");
  const { tools, names, areSearched } = parseOwnTools(body["tools"]);
  checkToolLimits(tools, limits);
  const { previous_response_id: previous, store = true, prompt_cache_key: session } = body;
  const isContinued = typeof previous === "string" && isKeptHere(previous, kept);
  const given = ownItems(body["input"]);
  const input = resolveReferences(given, kept);
  // The upstream has one key for all callers, so it cannot know whose it is.
  if (hasKey === true) checkOwners(isContinued ? undefined : previous, input, kept);
  const earlier = isContinued ? keptItems(previous, kept) : [];
  countKept([...earlier, ...input.filter((item, position) => item !== given[position])]);
  const items = earlier.length === 0 ? input : [...earlier, ...input];
  const { system, messages, isWhole, hasOtherThoughts } = parseOwnInput(body["instructions"], items);
  const choice = parseOwnChoice(body["tool_choice"], names);
  const { max_output_tokens: limit, stream, safety_identifier: user = body["user"] } = body;
  const inner: MessagesBody = {
    model,
    ...(system.length > 0 && { system }),
    messages,
    ...(tools.length > 0 && { tools }),
    ...(choice.inner !== undefined && tools.length > 0 && { tool_choice: choice.inner }),
    ...(typeof limit === "number" && { max_tokens: limit }),
    ...(typeof stream === "boolean" && { stream }),
    ...(typeof user === "string" && { metadata: { user_id: user } }),
  };
  const isKept = kind === "messages" && store === true;
  const answerContext: ResponseContext = {
    names,
    ...(isKept && { origin: { input, previous: isContinued ? previous : undefined } }),
    repeated: { model, ...repeatedFields(body), store: isKept, previous_response_id: previous ?? null },
    isOwn: true,
    ...(body["background"] === true && { isInBackground: true }),
  };
  // What the gateway cannot see, it must not change.
  const isPartial =
    areSearched ||
    !isWhole ||
    !choice.isUnderstood ||
    body["background"] === true ||
    messages.length === 0 ||
    partialFields.some((field) => body[field] !== undefined && body[field] !== null) ||
    (previous !== undefined && previous !== null && !isContinued);
  const { previous_response_id: _previous, ...rest } = body;
  return {
    body: withOriginal(inner, { whole: isContinued ? rest : body, isPartial }),
    betas: [],
    apiVersion: "2023-06-01",
    ...(typeof session === "string" && { session }),
    ...(typeof previous === "string" && !isContinued && { keptTokens: keptTokens(previous, kept) }),
    forwarding: isContinued || input !== given || hasOtherThoughts ? "impossible" : isPartial ? "required" : undefined,
    answerContext,
  };
}

/** Rejects a response or an item that was not kept for the caller, whether or not it exists. */
function checkOwners(previous: unknown, input: readonly unknown[], kept: KeptObjects): void {
  if (typeof previous === "string" && keeperOf(previous, kept) === undefined) throw previousNotFound(previous);
  for (const item of input) {
    if (!isRecord(item) || item["type"] !== "item_reference" || typeof item["id"] !== "string") continue;
    if (itemKeeperOf(item["id"], kept) === undefined) throw itemNotFound(item["id"]);
  }
}

const searchItems: ReadonlySet<unknown> = new Set(["tool_search_call", "tool_search_output", "additional_tools"]);

/** Whether a request uses the API's own search for tools, or tools that it adds. */
export function usesToolSearch(body: Fields): boolean {
  const items = ownItems(body["input"]);
  return (
    parseOwnTools(body["tools"]).areSearched || items.some((item) => isRecord(item) && searchItems.has(item["type"]))
  );
}

interface OwnChoice {
  readonly inner: ToolChoice | undefined;
  readonly isUnderstood: boolean;
}

const modes: ReadonlyMap<unknown, string> = new Map([
  ["auto", "auto"],
  ["none", "none"],
  ["required", "any"],
]);

function parseOwnChoice(value: unknown, names: ToolNames): OwnChoice {
  if (value === undefined || value === null) return { inner: undefined, isUnderstood: true };
  const mode = modes.get(value);
  if (mode !== undefined) return { inner: withOriginal({ type: mode }, { whole: value }), isUnderstood: true };
  const { type, name, namespace } = isRecord(value) ? value : {};
  const flat = typeof namespace === "string" ? flatName(namespace, String(name)) : String(name);
  if ((type !== "function" && type !== "custom") || !names.has(flat)) return { inner: undefined, isUnderstood: false };
  return { inner: withOriginal({ type: "tool", name: flat }, { whole: value }), isUnderstood: true };
}

const repeated = [
  "max_output_tokens",
  "metadata",
  "parallel_tool_calls",
  "prompt_cache_key",
  "reasoning",
  "temperature",
  "text",
  "tool_choice",
  "top_p",
  "truncation",
] as const;

/** What a response repeats of its request: as the client wrote it, whatever the gateway made of it. */
function repeatedFields(body: Fields): Fields {
  return Object.fromEntries(repeated.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])));
}
