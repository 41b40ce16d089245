import { escapeUnprintable } from "@toolcrib/shared/json";
import { firstSentence } from "@toolcrib/shared/text";
import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { pythonName, pythonSyntax } from "./python-syntax.ts";
import { schemaFields, schemaType } from "./schema-type.ts";
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

const maxLength = 1200;
const maxSentence = 160;
// The first that is short enough is used: a large schema loses its depth, not its names.
const attempts = [5, 3, 2, 1, 0].map((depth) => ({ depth, nodes: 400 }));

/** A tool as one line of TypeScript or Python: what it does, its arguments and its result. */
export function toolSignature(tool: DescribedTool, language: ProgramLanguage): string {
  const write = language === "python" ? pythonSignature : typescriptSignature;
  let signature = "";
  for (const bounds of attempts) {
    signature = write(tool, bounds);
    if (signature.length <= maxLength) break;
  }
  return signature;
}

type Bounds = (typeof attempts)[number];

function typescriptSignature({ name, description, inputSchema, outputSchema }: DescribedTool, bounds: Bounds): string {
  const fields = schemaFields(inputSchema, typescriptSyntax, bounds);
  const isOptional = fields?.every(({ isRequired }) => !isRequired) ?? false;
  const input = schemaType(inputSchema ?? { type: "object" }, typescriptSyntax, bounds);
  const result = outputSchema === undefined ? "unknown" : schemaType(outputSchema, typescriptSyntax, bounds);
  // The comment must not be closed from within.
  const sentence = oneLine(description).replaceAll("*/", "* /");
  const comment = sentence === "" ? "" : `/** ${sentence} */ `;
  return `${comment}${typescriptKey(name)}(input${isOptional ? "?" : ""}: ${input}): Promise<${result}>;`;
}

function pythonSignature({ name, description, inputSchema, outputSchema }: DescribedTool, bounds: Bounds): string {
  const fields = schemaFields(inputSchema, pythonSyntax, bounds);
  const parameters = fields
    ?.toSorted((left, right) => Number(right.isRequired) - Number(left.isRequired))
    .map(({ name: key, type, isRequired }) => `${pythonName(key)}: ${type}${isRequired ? "" : " = ..."}`);
  const result = outputSchema === undefined ? "Any" : schemaType(outputSchema, pythonSyntax, bounds);
  const sentence = oneLine(description);
  const comment = sentence === "" ? "" : `  # ${sentence}`;
  return `async def ${pythonName(name)}(${(parameters ?? ["**arguments"]).join(", ")}) -> ${result}${comment}`;
}

function oneLine(text = ""): string {
  return escapeUnprintable(firstSentence(text.slice(0, 2000), maxSentence)).replace(/[\n\t]/g, " ");
}
