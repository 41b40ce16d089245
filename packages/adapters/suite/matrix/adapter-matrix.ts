import { allChecks } from "../adapter-suite.ts";
import type { AdapterCheck, HarnessTraits } from "../harness.ts";
import { harnesses } from "../harnesses.ts";

/** The document with the tables, from the root of the repository. */
export const documentWithMatrix = "docs/adapters.md";

const block = /(<!-- matrix -->\n)[\s\S]*?(<!-- end -->)/;
const adapters: readonly (readonly [adapter: string, traits: readonly HarnessTraits[]])[] = Object.entries(harnesses);

/** The document with its tables rewritten from the suite. */
export function updateMatrix(markdown: string): string {
  return markdown.replace(block, (_, start: string, end: string) => `${start}\n${renderTables()}\n\n${end}`);
}

function renderTables(): string {
  const checks = allChecks({ title: "", wire: "messages", keepsPrefix: true, createAgent: noAgent });
  const cells = (check: AdapterCheck) => adapters.map(([, traits]) => cellOf(check, traits));
  return [
    `| check | ${adapters.map(([adapter]) => `\`${adapter}\``).join(" | ")} |`,
    `|---|${"---|".repeat(adapters.length)}`,
    ...checks.map((check) => `| ${check.title} | ${cells(check).join(" | ")} |`),
    "",
    "Each number counts the ways in which the check is run:",
    "",
    "| package | framework and model | prompt cache | differs |",
    "|---|---|---|---|",
    ...adapters.flatMap(([adapter, traits]) => traits.map((each) => renderWay(adapter, each))),
  ].join("\n");
}

function cellOf({ needs }: AdapterCheck, traits: readonly HarnessTraits[]): string {
  const run = traits.filter(({ without }) => needs === undefined || without?.[needs] === undefined);
  return run.length === 0 ? "no" : String(run.length);
}

function renderWay(adapter: string, { title, keepsPrefix, without = {} }: HarnessTraits): string {
  const cache = keepsPrefix ? "kept" : "lost from the tools on at each find";
  return `| \`${adapter}\` | ${title} | ${cache} | ${Object.values(without).join(" ")} |`;
}

function noAgent(): never {
  throw new Error("The checks are only listed here.");
}
