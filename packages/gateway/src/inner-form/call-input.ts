import { isNestedTooDeeply } from "@toolcrib/shared/json";

/**
 * The arguments of a call as an object. Models write `null` for no arguments. Anything else is wrapped under the key
 * that the API's documentation uses for invalid arguments, so that the tool rejects it and the model sees why.
 */
export function callInput(text: string): unknown {
  if (text.trim() === "") return {};
  const value = parse(text);
  if (value === null) return {};
  const isUsable = typeof value === "object" && !Array.isArray(value) && !isNestedTooDeeply(value);
  return isUsable ? value : { INVALID_JSON: text };
}

/** Whether the arguments are complete, so that nothing can follow. */
export function isWhole(text: string): boolean {
  return text.trim() !== "" && parse(text) !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
