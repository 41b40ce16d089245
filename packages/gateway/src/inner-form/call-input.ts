import { isRecord, parseJson } from "@toolcrib/shared/json";

const invalidKey = "INVALID_JSON";

/**
 * The arguments of a call as an object. Models write `null` for no arguments. Anything else is wrapped under the key
 * that the API's documentation uses for invalid arguments, so that the tool rejects it and the model sees why.
 */
export function callInput(text: string): unknown {
  if (text.trim() === "") return {};
  const value = parseJson(text);
  if (value === null) return {};
  return isRecord(value) ? value : { [invalidKey]: text };
}

/** What the model wrote instead of a JSON object; undefined for arguments that are one. */
export function invalidArguments(input: unknown): string | undefined {
  const text = isRecord(input) && Object.keys(input).length === 1 ? input[invalidKey] : undefined;
  return typeof text === "string" && !isRecord(parseJson(text)) ? text : undefined;
}

/** Whether the arguments are complete, so that nothing can follow. */
export function isWhole(text: string): boolean {
  return text.trim() !== "" && parseJson(text) !== undefined;
}
