import { isRecord } from "@toolcrib/shared/json";
import type { FinishedAnswer, KeptEndpoint, UnfinishedAnswer } from "../../../../../contracts/client-dialect.ts";
import type { Usage } from "../../../../../contracts/inner-form.ts";
import type { KeptObjects } from "../../../../../contracts/kept-objects.ts";
import { GatewayError } from "../../../../../errors/gateway-error.ts";
import { promptTokensIn } from "../../../../../inner-form/input-usage.ts";
import { shortened, unsupported } from "../../../shared/parameter-errors.ts";
import type { Fields } from "../../../shared/read-values.ts";

/** A response with the items that led to it. */
interface KeptResponse {
  readonly response: { readonly id: string; readonly output: readonly object[] };
  readonly input: readonly unknown[];
  /** The id of the response that this one continues. */
  readonly previous: string | undefined;
}

/** What is kept with a response. */
export type ResponseOrigin = Pick<KeptResponse, "input" | "previous">;

/** Where an item is kept: in the output of a response. */
interface KeptItem {
  readonly responseId: string;
  readonly position: number;
}

const maxResponses = 1_000;
const itemKey = (id: string) => `item ${id}`;

/** The items of a kept conversation, oldest first. */
export function keptItems(previous: string, kept: KeptObjects): readonly unknown[] {
  const turns: (readonly unknown[])[] = [];
  let id: string | undefined = previous;
  while (id !== undefined) {
    const found = responseOf(id, kept);
    if (found === undefined || turns.length === maxResponses) {
      throw previousNotFound(previous);
    }
    turns.push([...found.input, ...found.response.output]);
    id = found.previous;
  }
  return turns.toReversed().flat();
}

export function previousNotFound(id: string): GatewayError {
  const wireDetails = { param: "previous_response_id" };
  return new GatewayError("previous_response_not_found", { id: shortened(id) }, { wireDetails });
}

/** Keeps a response, unless its client does not want that and gave no origin. */
export function keepResponse(
  response: KeptResponse["response"],
  origin: ResponseOrigin | undefined,
  kept: KeptObjects | undefined,
): void {
  if (origin === undefined) return;
  const entry: KeptResponse = { response, ...origin };
  kept?.set(response.id, entry, origin.previous === undefined ? [] : [origin.previous]);
  for (const [position, { id }] of (response.output as readonly { readonly id?: unknown }[]).entries()) {
    const item: KeptItem = { responseId: response.id, position };
    if (typeof id === "string") kept?.set(itemKey(id), item, [response.id]);
  }
}

/** An item of a kept response. */
export function keptItem(id: string, kept: KeptObjects): object | undefined {
  const { responseId, position } = (kept.get(itemKey(id)) ?? {}) as Partial<KeptItem>;
  return responseId === undefined ? undefined : responseOf(responseId, kept)?.response.output[position ?? -1];
}

/** What a store gives back may be anything; only a whole response of this id counts. */
function responseOf(id: string, kept: KeptObjects): KeptResponse | undefined {
  const { response, input, previous } = (kept.get(id) ?? {}) as Partial<KeptResponse>;
  if (!isRecord(response) || response.id !== id || !isListOfRecords(response.output)) return undefined;
  if (!Array.isArray(input) || (previous !== undefined && typeof previous !== "string")) return undefined;
  return { response, input, previous };
}

/** What is kept of a response or an item that an upstream keeps. */
interface KeptElsewhere {
  readonly upstream: string;
  /** Tokens of the conversation up to its end. */
  readonly tokens?: number;
  readonly unfinished?: UnfinishedAnswer;
}

const maxIdLength = 256;
const maxNotedItems = 1_000;

/** Notes that an upstream keeps a response, so that the caller, and nobody else, can read and continue it. */
export function noteKeptElsewhere(response: Fields, upstream: string, kept: KeptObjects, usage?: Usage): void {
  const entry: KeptElsewhere = { upstream };
  const { id, output } = response;
  const tokens = promptTokensIn(usage) + (usage?.output_tokens ?? 0);
  if (isId(id)) kept.set(id, tokens === 0 ? entry : { ...entry, tokens });
  for (const item of (Array.isArray(output) ? output : []).slice(0, maxNotedItems)) {
    if (isRecord(item) && isId(item["id"])) kept.set(itemKey(item["id"]), entry);
  }
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxIdLength;
}

/** Notes what was counted of a response that goes on without its request. */
export function noteUnfinished(id: string, counted: UnfinishedAnswer | FinishedAnswer, kept: KeptObjects): void {
  const upstream = keeperOf(id, kept);
  if (upstream === undefined) return;
  const entry: KeptElsewhere =
    "tokens" in counted ? { upstream, tokens: counted.tokens } : { upstream, unfinished: counted };
  kept.set(id, entry);
}

/** The tokens of a conversation that an upstream keeps, as far as it counted them. */
export function keptTokens(id: string, kept: KeptObjects): number | undefined {
  const { tokens } = (kept.get(id) ?? {}) as Partial<KeptElsewhere>;
  return typeof tokens === "number" ? tokens : undefined;
}

function unfinishedAt(id: string, kept: KeptObjects): UnfinishedAnswer | undefined {
  const { unfinished } = (kept.get(id) ?? {}) as Partial<KeptElsewhere>;
  return isRecord(unfinished) ? unfinished : undefined;
}

/** Whether the gateway itself keeps a response. */
export function isKeptHere(id: string, kept: KeptObjects): boolean {
  return responseOf(id, kept) !== undefined;
}

/** The upstream that keeps a response. */
export function keeperOf(id: string, kept: KeptObjects): string | undefined {
  const { upstream } = (kept.get(id) ?? {}) as Partial<KeptElsewhere>;
  return typeof upstream === "string" ? upstream : undefined;
}

/** The upstream that keeps an item. */
export function itemKeeperOf(id: string, kept: KeptObjects): string | undefined {
  return keeperOf(itemKey(id), kept);
}

function isListOfRecords(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every(isRecord);
}

const path = "/v1/responses/:id";

export const keptEndpoints: readonly KeptEndpoint[] = [
  {
    method: "GET",
    path,
    upstreamOf: keeperOf,
    unfinished: { at: unfinishedAt, note: noteUnfinished },
    answer: (id, kept, query) => {
      const { response } = responseOf(id, kept) ?? notFound(id);
      if (query["stream"] === "true")
        throw unsupported("stream", "only responses in the background are streamed again");
      return response;
    },
  },
  {
    method: "DELETE",
    path,
    upstreamOf: keeperOf,
    answer: (id, kept) => {
      if (responseOf(id, kept) === undefined) return notFound(id);
      kept.delete(id);
      return { id, object: "response", deleted: true };
    },
  },
  {
    method: "POST",
    path: `${path}/cancel`,
    upstreamOf: keeperOf,
    unfinished: { at: unfinishedAt, note: noteUnfinished },
    answer: (id) => notServed(id, "cancel", "answers are given in the request's own connection; close it to cancel"),
  },
  {
    method: "GET",
    path: `${path}/input_items`,
    upstreamOf: keeperOf,
    answer: (id) => notServed(id, "input_items", "the items of kept responses are not listed"),
  },
];

function notServed(id: string, name: string, reason: string): never {
  throw new GatewayError("not_served", { path: `/v1/responses/${shortened(id)}/${name}`, reason });
}

function notFound(id: string): never {
  throw new GatewayError("response_not_found", { id: shortened(id) });
}
