import { escapeUnprintable, isRecord } from "@toolcrib/shared/json";
import { firstSentence } from "@toolcrib/shared/text";
import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { pythonName, pythonSyntax } from "./python-syntax.ts";
import { allFieldsOptional, type SchemaBounds, schemaFields, schemaType } from "./schema-type.ts";
import { typescriptKey, typescriptSyntax } from "./typescript-syntax.ts";

/** A tool as a program sees it. */
export interface DescribedTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema?: unknown;
  /** JSON Schema of the result, if it is a value. */
  readonly outputSchema?: unknown;
}

/** A signature, and the steps that it took to write it: the same for the same tool. */
export interface WrittenSignature {
  readonly text: string;
  readonly steps: number;
}

/** What a signature costs besides its types. */
export const stepsPerTool = 20;
const maxLength = 1200;
const maxSentence = 160;
// The first that is short enough is used: a large schema loses its depth, not its names.
const attempts: readonly SchemaBounds[] = [5, 3, 2, 1, 0].map((depth) => ({ depth, nodes: 400 }));

/** A tool as one line of TypeScript or Python: what it does, its arguments and its result. */
export function toolSignature(tool: DescribedTool, language: ProgramLanguage): string {
  return writtenSignature(tool, language).text;
}

type WrittenByLanguage = Partial<Record<ProgramLanguage, WrittenSignature & { readonly tool: DescribedTool }>>;

/** By the schema of the arguments, which stays the same object while a catalogue does. */
const written = new WeakMap<object, WrittenByLanguage>();

/** A signature with what it cost, also if it was written before. */
export function writtenSignature(tool: DescribedTool, language: ProgramLanguage): WrittenSignature {
  const { inputSchema } = tool;
  if (!isRecord(inputSchema)) return writeSignature(tool, language);
  const known = written.get(inputSchema);
  const same = known?.[language];
  if (same !== undefined && isSameTool(same.tool, tool)) return same;
  const made = { ...writeSignature(tool, language), tool };
  written.set(inputSchema, { ...known, [language]: made });
  return made;
}

function isSameTool(known: DescribedTool, tool: DescribedTool): boolean {
  const { name, description, outputSchema } = known;
  return name === tool.name && description === tool.description && outputSchema === tool.outputSchema;
}

/** A tool as one line without its types, which costs next to nothing. */
export function shortSignature({ name, description }: DescribedTool, language: ProgramLanguage): string {
  return language === "python"
    ? pythonLine(name, "**arguments", "Any", description)
    : typescriptLine(name, "input: Record<string, unknown>", "unknown", description);
}

function writeSignature(tool: DescribedTool, language: ProgramLanguage): WrittenSignature {
  const write = language === "python" ? pythonSignature : typescriptSignature;
  let text = "";
  let steps = stepsPerTool;
  for (const bounds of attempts) {
    const attempt = write(tool, bounds);
    text = attempt.text;
    steps += attempt.steps;
    if (text.length <= maxLength) break;
  }
  return { text, steps };
}

const nothing = { steps: 0 } as const;

function typescriptSignature(tool: DescribedTool, bounds: SchemaBounds): WrittenSignature {
  const { name, description, inputSchema, outputSchema } = tool;
  const input = schemaType(inputSchema ?? { type: "object" }, typescriptSyntax, bounds);
  const result =
    outputSchema === undefined ? { ...nothing, text: "unknown" } : schemaType(outputSchema, typescriptSyntax, bounds);
  const mark = allFieldsOptional(inputSchema) ? "?" : "";
  const text = typescriptLine(name, `input${mark}: ${input.text}`, result.text, description);
  return { text, steps: input.steps + result.steps };
}

function typescriptLine(name: string, input: string, result: string, description: string | undefined): string {
  // The comment must not be closed from within.
  const sentence = oneLine(description).replaceAll("*/", "* /");
  const comment = sentence === "" ? "" : `/** ${sentence} */ `;
  return `${comment}${typescriptKey(name)}(${input}): Promise<${result}>;`;
}

function pythonSignature(tool: DescribedTool, bounds: SchemaBounds): WrittenSignature {
  const { name, description, inputSchema, outputSchema } = tool;
  const { fields, steps } = schemaFields(inputSchema, pythonSyntax, bounds) ?? { ...nothing, fields: undefined };
  const parameters = fields
    ?.toSorted((left, right) => Number(right.isRequired) - Number(left.isRequired))
    .map(({ name: key, type, isRequired }) => `${pythonName(key)}: ${type}${isRequired ? "" : " = ..."}`);
  const result =
    outputSchema === undefined ? { ...nothing, text: "Any" } : schemaType(outputSchema, pythonSyntax, bounds);
  const text = pythonLine(name, (parameters ?? ["**arguments"]).join(", "), result.text, description);
  return { text, steps: steps + result.steps };
}

function pythonLine(name: string, parameters: string, result: string, description: string | undefined): string {
  const sentence = oneLine(description);
  const comment = sentence === "" ? "" : `  # ${sentence}`;
  return `async def ${pythonName(name)}(${parameters}) -> ${result}${comment}`;
}

function oneLine(text = ""): string {
  return escapeUnprintable(firstSentence(text.slice(0, 2000), maxSentence)).replace(/[\n\t]/g, " ");
}
