import { isRecord } from "@toolcrib/shared/json";

/** The only argument of a `custom` tool, which takes free text. */
const argument = "input";

export const customSchema: object = {
  type: "object",
  properties: { [argument]: { type: "string", description: "The whole input of the tool, as plain text." } },
  required: [argument],
  additionalProperties: false,
};

export function customInput(input: string): Readonly<Record<string, string>> {
  return { [argument]: input };
}

/** The text that a model gave to a `custom` tool. What is not in the expected form is shown as the model wrote it. */
export function customText(input: unknown): string {
  const value = isRecord(input) ? input[argument] : undefined;
  return typeof value === "string" ? value : JSON.stringify(input ?? {});
}
