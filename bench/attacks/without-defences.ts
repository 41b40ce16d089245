import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ToolIndex } from "../../packages/search/src/tool-index/tool-index.ts";

interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** What the search does against hostile tools, and the edits that switch each of them off. */
const edits = {
  backing: [{ file: "rankers/hybrid/rank-backed.ts", from: "if (isTrue(top)) {", to: "if (isTrue(top) || true) {" }],
  copies: [
    {
      file: "rankers/hybrid/find-copies.ts",
      from: "return shareWords(one, other) || haveSameDescription(one, other);",
      to: "return one === other && shareWords(one, other) && haveSameDescription(one, other);",
    },
  ],
  descriptions: [
    {
      file: "tool/ranked-description.ts",
      from: "export function rankedDescription(description: string): string {",
      to: "export function rankedDescription(description: string): string {\n  if (description.length >= 0) return description;",
    },
  ],
  fields: [
    { file: "lexical/document-terms.ts", from: "if (words <= maxWords)", to: "if (words >= 0 || maxWords > 0)" },
    { file: "semantic/tool-texts.ts", from: "words.length > (", to: "words.length > 1e9 * (" },
  ],
  names: [
    {
      file: "answer/resolve-names.ts",
      from: "bare.length > 0 && isSentence(text) ? [] : bare",
      to: "isSentence(text) ? bare : bare",
    },
  ],
  "hidden text": [{ file: "tool/document.ts", from: "let text = seen(description);", to: "let text = description;" }],
} as const satisfies Readonly<Record<string, readonly Edit[]>>;

export type Defence = keyof typeof edits;
export const defences: readonly Defence[] = Object.keys(edits) as Defence[];

const sources = join(import.meta.dirname, "../../packages/search/src");
// Within the repository, so that the copy finds the same packages.
const copies = join(import.meta.dirname, "../.cache/without-defences");

/** The index of this repository without some of its defences: a copy of the sources in which they are edited out. */
export async function indexWithout(name: string, left: readonly Defence[]): Promise<typeof ToolIndex> {
  const copy = join(copies, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(sources, copy, { recursive: true, filter: (path) => !path.endsWith(".test.ts") });
  for (const { file, from, to } of left.flatMap((defence): readonly Edit[] => edits[defence])) {
    const path = join(copy, file);
    const source = readFileSync(path, "utf8");
    if (source.split(from).length !== 2) {
      throw new Error(`${file} must contain ${JSON.stringify(from)} once: this benchmark has to follow the sources.`);
    }
    writeFileSync(path, source.replace(from, to));
  }
  const module: unknown = await import(pathToFileURL(join(copy, "tool-index/tool-index.ts")).href);
  return (module as { readonly ToolIndex: typeof ToolIndex }).ToolIndex;
}
