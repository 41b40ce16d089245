import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { SignatureWriter } from "./signature-writer.ts";
import type { DescribedTool } from "./tool-signature.ts";

const searchSignatures: Readonly<Record<ProgramLanguage, string>> = {
  javascript: [
    "/** Finds tools by what they do; call them by their names: tools[name](input). */",
    "declare function search(query: string, limit?: number): Promise<{ name: string; description: string; signature: string }[]>;",
    "/** A tool with its whole schema. */",
    "declare function describe(name: string): Promise<{ name: string; description: string; signature: string; inputSchema: object; outputSchema?: object }>;",
  ].join("\n"),
  python: [
    "async def search(query: str, limit: int = 5) -> list[dict]  # Finds tools by what they do: dicts with name, description, signature. Call them by their names: await tools[name](input).",
    "async def describe(name: str) -> dict  # A tool with its whole schema.",
  ].join("\n"),
};

export interface DescribeToolsOptions {
  readonly language?: ProgramLanguage;
  readonly search?: boolean;
}

/** What a program may call, as a model reads it. */
export function describeTools(tools: readonly DescribedTool[], options: DescribeToolsOptions = {}): string {
  const writer = new SignatureWriter(options.language ?? "javascript");
  return describe(
    tools.map((tool) => writer.write(tool)),
    options,
  );
}

/** The same text, with turns of the event loop for other work. */
export async function describeToolsInTurns(
  tools: readonly DescribedTool[],
  options: DescribeToolsOptions = {},
): Promise<string> {
  const writer = new SignatureWriter(options.language ?? "javascript");
  const signatures: string[] = [];
  for (const tool of tools) signatures.push(await writer.writeInTurn(tool));
  return describe(signatures, options);
}

function describe(
  signatures: readonly string[],
  { language = "javascript", search = false }: DescribeToolsOptions,
): string {
  const lines = language === "python" ? signatures : ["declare const tools: {", ...signatures.map(indent), "};"];
  return [...lines, ...(search ? [searchSignatures[language]] : [])].join("\n");
}

const indent = (line: string): string => `  ${line}`;
