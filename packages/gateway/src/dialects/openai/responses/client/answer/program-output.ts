import { isRecord } from "@toolcrib/shared/json";
import { programResultText } from "../../../../../inner-form/program-result.ts";
import { textOf } from "../../../shared/loose-values.ts";
import type { Fields } from "../../../shared/read-values.ts";
import type { OutputItem } from "./item-types.ts";

/** A program that the model wrote. Its fingerprint is the suspended program, so that any process can go on with it. */
export function programItem({ id: callId, input, fingerprint }: Fields, id: string): OutputItem {
  const code = isRecord(input) ? textOf(input["code"]) : "";
  return { type: "program", id, call_id: textOf(callId), code, fingerprint: textOf(fingerprint) };
}

/** What came of a program, as the model reads it. */
export function programOutputItem({ tool_use_id: callId, content }: Fields, id: string): OutputItem {
  const { text, isError } = programResultText(content);
  const status = isError ? "incomplete" : "completed";
  return { type: "program_output", id, call_id: textOf(callId), result: text, status };
}
