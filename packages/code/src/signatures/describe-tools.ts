import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { type DescribedTool, toolSignature } from "./tool-signature.ts";

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

/** What a program may call, as a model reads it. */
export function describeTools(
  tools: readonly DescribedTool[],
  { language = "javascript", search = false }: { readonly language?: ProgramLanguage; readonly search?: boolean } = {},
): string {
  const signatures = tools.map((tool) => toolSignature(tool, language));
  const lines = language === "python" ? signatures : ["declare const tools: {", ...signatures.map(indent), "};"];
  return [...lines, ...(search ? [searchSignatures[language]] : [])].join("\n");
}

const indent = (line: string): string => `  ${line}`;
