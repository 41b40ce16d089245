import { isNestedTooDeeply, isRecord, parseJson } from "@toolcrib/shared/json";

/**
 * The arguments of a call as an object. Models write `null` for no arguments. Anything else is wrapped under the key
 * that the API's documentation uses for invalid arguments, so that the tool rejects it and the model sees why.
 */
export function callInput(text: string): unknown {
  if (text.trim() === "") return {};
  const value = parseJson(text);
  if (value === null) return {};
  const isUsable = isRecord(value) && !isNestedTooDeeply(value);
  return isUsable ? value : { INVALID_JSON: text };
}

/** Whether the arguments are complete, so that nothing can follow. */
export function isWhole(text: string): boolean {
  return text.trim() !== "" && parseJson(text) !== undefined;
}
