import { isProgramCaller } from "../../../../../inner-form/program-parts.ts";

/** The field of an item that names the program which made a call. */
export function callerField(caller: unknown): { readonly caller?: object } {
  return isProgramCaller(caller) ? { caller: { type: "program", caller_id: caller.tool_id } } : {};
}
