import { isNestedTooDeeply } from "@toolcrib/shared/json";

/**
 * The arguments of a call as an object. Models write `null` for none. Anything else goes under the name that the API's documentation
 * gives to broken arguments, so that the tool refuses it and the model reads why.
 */
export function callInput(text: string): unknown {
  if (text.trim() === "") return {};
  const value = parse(text);
  if (value === null) return {};
  const isUsable = typeof value === "object" && !Array.isArray(value) && !isNestedTooDeeply(value);
  return isUsable ? value : { INVALID_JSON: text };
}

/** Whether arguments are whole, so that no more of them can follow. */
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
