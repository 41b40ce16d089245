import { isRecord } from "@toolcrib/shared/json";
import type { KeptEndpoint } from "../../../../../contracts/client-dialect.ts";
import type { KeptObjects } from "../../../../../contracts/kept-objects.ts";
import { GatewayError } from "../../../../../errors/gateway-error.ts";
import { shortened, unsupported } from "../../../shared/parameter-errors.ts";

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
      const wireDetails = { param: "previous_response_id" };
      throw new GatewayError("previous_response_not_found", { id: shortened(previous) }, { wireDetails });
    }
    turns.push([...found.input, ...found.response.output]);
    id = found.previous;
  }
  return turns.toReversed().flat();
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

function isListOfRecords(value: unknown): value is readonly object[] {
  return Array.isArray(value) && value.every(isRecord);
}

const path = "/v1/responses/:id";

export const keptEndpoints: readonly KeptEndpoint[] = [
  {
    method: "GET",
    path,
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
    answer: (id, kept) => {
      if (responseOf(id, kept) === undefined) return notFound(id);
      kept.delete(id);
      return { id, object: "response", deleted: true };
    },
  },
];

function notFound(id: string): never {
  throw new GatewayError("response_not_found", { id: shortened(id) });
}
