import { builtInLoaders } from "@toolcrib/core/loaders";

/** The document with the table of loaders, from the root of the repository. */
export const documentWithLoaderTable = "docs/loaders.md";

const block = /(<!-- loaders -->\n)[\s\S]*?(<!-- end -->)/;

/** The document with its table rewritten from the descriptions of the built-in loaders. */
export function updateLoaderTable(markdown: string): string {
  return markdown.replace(block, (_, start: string, end: string) => `${start}\n${renderTable()}\n\n${end}`);
}

function renderTable(): string {
  const rows = Object.values(builtInLoaders).map(
    ({ name, summary, keepsPrefix, definitionsIn }) =>
      `| \`${name}\` | ${summary} | ${keepsPrefix ? "yes" : "no"} | ${definitionsIn} |`,
  );
  return [
    "| loader | what it does | keeps the prompt cache | where the model reads a found tool's definition |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}
