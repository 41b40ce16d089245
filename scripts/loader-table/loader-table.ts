import { builtInLoaders, usesReferences } from "@toolcrib/core/loaders";

/** The document with the table of loaders, from the root of the repository. */
export const documentWithLoaderTable = "docs/loaders.md";

const block = /(<!-- loaders -->\n)[\s\S]*?(<!-- end -->)/;

/** The document with its table rewritten from the descriptions of the built-in loaders. */
export function updateLoaderTable(markdown: string): string {
  return markdown.replace(block, (_, start: string, end: string) => `${start}\n${renderTable()}\n\n${end}`);
}

function renderTable(): string {
  const rows = Object.values(builtInLoaders).map(
    (loader) =>
      `| \`${loader.name}\` | ${loader.summary} | ${yesOrNo(loader.defers)} | ${yesOrNo(usesReferences(loader))} | ${yesOrNo(loader.keepsPrefix)} | ${loader.definitionsIn} |`,
  );
  return [
    "| loader | what it does | defers tools | needs an upstream with references | keeps the prompt cache | where the model reads a found tool's definition |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

function yesOrNo(holds: boolean): string {
  return holds ? "yes" : "no";
}
