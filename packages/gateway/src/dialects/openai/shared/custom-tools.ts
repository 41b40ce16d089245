import type { Tool } from "@toolcrib/core";
import { isRecord, writeExactly } from "@toolcrib/shared/json";
import { invalidArguments } from "../../../inner-form/call-input.ts";
import { invalid } from "./parameter-errors.ts";
import { type Fields, optional, recordAt, stringAt } from "./read-values.ts";
import { type Grammar, withShared } from "./shared-form.ts";

/** The only argument of a `custom` tool, which takes free text. */
const argument = "input";

const inputSchema = {
  type: "object",
  properties: { [argument]: { type: "string", description: "The whole input of the tool, as plain text." } },
  required: [argument],
  additionalProperties: false,
};

/** A `custom` tool in the inner form. Other models cannot be held to its grammar, so they read it in the description. */
export function customTool(
  name: string,
  description: string | undefined,
  grammar: Grammar | undefined,
): Tool & { readonly name: string } {
  const note =
    grammar === undefined
      ? undefined
      : `\`${argument}\` must match this ${grammar.syntax} grammar:\n${grammar.definition}`;
  const texts = [description ?? "", note ?? ""].filter((text) => text !== "");
  const tool = {
    name,
    ...(texts.length > 0 && { description: texts.join("\n\n") }),
    input_schema: inputSchema,
  };
  return withShared(tool, { custom: { grammar, note } });
}

/** The description of a `custom` tool for an upstream that enforces its grammar. */
export function customDescription({ description }: Tool, note: string | undefined): string | undefined {
  const text = (description ?? "").replace(note ?? "", () => "").trim();
  return text === "" ? undefined : text;
}

/** The grammar of a tool's `format`. Chat Completions has it one level deeper than Responses: `inner` names that field. */
export function grammarAt(format: unknown, field: string, inner?: "grammar"): Grammar | undefined {
  const given = optional(format, field, recordAt);
  if (given === undefined || given["type"] === "text") return undefined;
  if (given["type"] !== "grammar") throw invalid(`${field}.type`, "expected text or grammar");
  const at = inner === undefined ? field : `${field}.${inner}`;
  const { syntax, definition } = inner === undefined ? given : recordAt(given[inner], at);
  if (syntax !== "lark" && syntax !== "regex") throw invalid(`${at}.syntax`, "expected lark or regex");
  return { syntax, definition: stringAt(definition, `${at}.definition`) };
}

export function customInput(text: string): Fields {
  return { [argument]: text };
}

/** The text that a model gave to a `custom` tool. Anything else is returned as the model wrote it: some write the text without JSON. */
export function customText(input: unknown): string {
  const value = invalidArguments(input) ?? (isRecord(input) ? input[argument] : undefined);
  return typeof value === "string" ? value : writeExactly(input ?? {});
}
