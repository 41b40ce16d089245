import { isRecord } from "@toolcrib/shared/json";
import type { Usage } from "../../../../contracts/inner-form.ts";
import type { KeptObjects } from "../../../../contracts/kept-objects.ts";
import type { Fields } from "../../shared/read-values.ts";
import { encodeUsage, endOf, responseObject } from "../client/answer/response-object.ts";
import type { ResponseContext } from "../client/request/answer-context.ts";

/** What a response for the client is made of. */
export interface OwnResponseParts {
  readonly id: string;
  readonly createdAt: number;
  readonly request: ResponseContext;
  readonly output: readonly Fields[];
  /** Of all model calls behind the answer. */
  readonly usage: Usage | undefined;
  /** The upstream's last response; undefined while there is none. */
  readonly upstream: Fields | undefined;
  readonly stopReason: string | null;
}

/** Fields that speak of the request as the upstream was given it, which need not be the client's. */
const ofRequest = new Set(["instructions", "previous_response_id", "store", "tools", "include", "input"]);
const endings: ReadonlySet<unknown> = new Set(["completed", "incomplete"]);

/** The upstream's id, unless it has given the same one to a response that is kept. */
export function ownId(upstream: Fields | undefined, stem: string, kept: KeptObjects | undefined): string {
  const id = upstream?.["id"];
  return typeof id === "string" && kept?.isTaken(id) !== true ? id : `resp_${stem}`;
}

/** A response with everything that the upstream's says, except what is not the client's to see. */
export function ownResponse(parts: OwnResponseParts): Fields {
  const { id, createdAt, request, output, usage, upstream = {}, stopReason } = parts;
  const made = responseObject({ id, createdAt, request, output, usage, ...endOf(stopReason) }) as Fields;
  const reported = Object.fromEntries(Object.entries(upstream).filter(([field]) => !ofRequest.has(field)));
  const hasEnded = endings.has(upstream["status"]);
  return {
    ...made,
    ...reported,
    ...request.repeated,
    id,
    output,
    ...(hasEnded ? {} : { status: made["status"], incomplete_details: made["incomplete_details"] }),
    usage: joinUsage(upstream["usage"], usage),
  };
}

/** The token counts of all calls, with the other fields of the last one. */
function joinUsage(reported: unknown, usage: Usage | undefined): unknown {
  if (usage === undefined) return reported ?? null;
  const counted = encodeUsage(usage) as Record<string, unknown>;
  if (!isRecord(reported)) return counted;
  const entries = Object.entries(counted).map(([field, value]) => {
    const given = reported[field];
    if (!isRecord(value) || !isRecord(given)) return [field, value];
    return [
      field,
      {
        ...given,
        ...Object.fromEntries(Object.entries(value).filter(([name, count]) => count !== 0 || name in given)),
      },
    ];
  });
  return { ...reported, ...Object.fromEntries(entries) };
}
