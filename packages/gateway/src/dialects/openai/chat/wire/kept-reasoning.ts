import { isNestedTooDeeply, isRecord } from "@toolcrib/shared/json";
import { decodeOpaque, encodeOpaque } from "../../../../inner-form/opaque-text.ts";

type Fields = Readonly<Record<string, unknown>>;

const prefix = "toolcrib.chat.";

/** The fields under which servers tell what a model thought. */
export const reasoningFields = ["reasoning_content", "reasoning"] as const;
type ReasoningField = (typeof reasoningFields)[number];

/** Where a thought came from, and what of it the text alone cannot give back. */
interface KeptReasoning {
  readonly upstream: string;
  /** The field that held the text. */
  readonly field: ReasoningField;
  /** Entries of `reasoning_details` with signatures or encrypted data. */
  readonly details?: readonly Fields[];
}

/** The signature of a thinking block. The client sends it back unchanged, as it does with the API's own. */
export function signReasoning(upstream: string, field: ReasoningField, details: readonly Fields[]): string {
  const isOpaque = details.some(({ signature, data }) => typeof signature === "string" || data !== undefined);
  const kept: KeptReasoning = isOpaque ? { upstream, field, details } : { upstream, field };
  return encodeOpaque(prefix, kept);
}

/** The reasoning fields of an assistant message, from the thinking blocks that this upstream signed. Others are not its thoughts. */
export function readReasoning(blocks: readonly Fields[], upstream: string): Fields {
  let field: ReasoningField | undefined;
  let text = "";
  const details: Fields[] = [];
  for (const block of blocks) {
    const kept = parse(block["signature"], upstream);
    if (kept === undefined) continue;
    field ??= kept.field;
    if (typeof block["thinking"] === "string") text += block["thinking"];
    details.push(...(kept.details ?? []));
  }
  if (field === undefined) return {};
  return { ...(text === "" ? {} : { [field]: text }), ...(details.length === 0 ? {} : { reasoning_details: details }) };
}

function parse(signature: unknown, upstream: string): KeptReasoning | undefined {
  const kept = decodeOpaque(prefix, signature);
  if (!isRecord(kept) || kept["upstream"] !== upstream || isNestedTooDeeply(kept)) return undefined;
  const field = reasoningFields.find((known) => known === kept["field"]);
  const { details } = kept;
  if (field === undefined || (details !== undefined && !(Array.isArray(details) && details.every(isRecord)))) {
    return undefined;
  }
  return kept as unknown as KeptReasoning;
}

/** Adds entries of `reasoning_details` from a chunk: pieces of one entry have its type and index. */
export function addDetails(details: Fields[], pieces: readonly Fields[]): void {
  for (const piece of pieces) {
    const last = details.at(-1);
    if (last === undefined || last["type"] !== piece["type"] || last["index"] !== piece["index"]) {
      details.push(piece);
      continue;
    }
    const joined = Object.entries(piece).map(([name, value]) => [name, join(name, last[name], value)] as const);
    details[details.length - 1] = { ...last, ...Object.fromEntries(joined) };
  }
}

const streamedFields: ReadonlySet<string> = new Set(["text", "summary", "data"]);

function join(name: string, before: unknown, after: unknown): unknown {
  if (after === undefined || after === null) return before;
  const isStreamed = streamedFields.has(name) && typeof before === "string" && typeof after === "string";
  return isStreamed ? before + after : after;
}
