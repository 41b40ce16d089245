import { isNestedTooDeeply, isRecord, writeExactly } from "@toolcrib/shared/json";
import type { ProviderCall } from "../../../shared/tools/call-ids.ts";
import { textOf } from "../../shared/loose-values.ts";
import { callRest } from "./own-fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One entry of `tool_calls`, whole or a piece of one. */
export interface CallPiece {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  /** A piece of the arguments' JSON. */
  readonly json: string;
  /** The text for a `custom` tool, which is not JSON. */
  readonly isCustom: boolean;
  /** What Gemini wants to see again with the call. */
  readonly metadata: ProviderCall["metadata"];
  /** Fields that the inner form does not have. */
  readonly rest: Fields;
}

/** The entries of `tool_calls`; none where a server writes `null`. The deprecated `function_call` is one too. */
export function readCalls(message: Fields): readonly CallPiece[] {
  const { tool_calls: calls, function_call: called } = message;
  const listed = Array.isArray(calls) ? calls.filter(isRecord).map(readCall) : [];
  return listed.length === 0 && isRecord(called) ? [readCall({ index: 0, function: called })] : listed;
}

function readCall(call: Fields): CallPiece {
  const { index, id, extra_content: extra } = call;
  const isCustom = isRecord(call["custom"]);
  const called = (isCustom ? call["custom"] : call["function"]) as Fields | null | undefined;
  return {
    index: Number.isInteger(index) ? (index as number) : undefined,
    id: textOf(id),
    name: textOf(called?.["name"]),
    json: isCustom ? textOf(called?.["input"]) : argumentText(called?.["arguments"]),
    isCustom,
    metadata: isRecord(extra) && Object.values(extra).every(isRecord) ? (extra as ProviderCall["metadata"]) : undefined,
    rest: callRest(call),
  };
}

/** Some servers give the arguments as an object instead of its JSON. */
function argumentText(value: unknown): string {
  if (typeof value !== "object" || value === null) return textOf(value);
  return isNestedTooDeeply(value) ? "" : writeExactly(value);
}
