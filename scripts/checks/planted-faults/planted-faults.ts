/** A small program with one fault, and the rule that must find it. */
export interface PlantedFault {
  readonly title: string;
  readonly file: string;
  readonly source: string;
  readonly rule: string;
}

const fence = "eslint(no-restricted-imports)";
const builtIn = "import(no-nodejs-modules)";

function importing(specifier: string): string {
  return `import * as imported from "${specifier}";\n\nexport const kept: unknown = imported;\n`;
}

/** Faults in the style that Biome must find. */
export const biomeFaults: readonly PlantedFault[] = [
  {
    title: "an unused variable",
    file: "packages/search/src/unused.ts",
    source: "const unused = 1;\n",
    rule: "lint/correctness/noUnusedVariables",
  },
  {
    title: "an explicit any",
    file: "packages/search/src/any.ts",
    source: "export function loose(value: any): void {\n  console.log(value);\n}\n",
    rule: "lint/suspicious/noExplicitAny",
  },
  {
    title: "a default export",
    file: "packages/search/src/default.ts",
    source: "export default 1;\n",
    rule: "lint/style/noDefaultExport",
  },
  {
    title: "an export of everything",
    file: "packages/search/src/everything.ts",
    source: 'export * from "./other.ts";\n',
    rule: "lint/performance/noReExportAll",
  },
  {
    title: "a fault in a folder that is not a workspace",
    file: "bench/src/debug.ts",
    source: "export function stop(): void {\n  debugger;\n}\n",
    rule: "lint/suspicious/noDebugger",
  },
  {
    title: "a badly formatted file",
    file: "packages/search/src/format.ts",
    source: "export const   value = 'x'\n",
    rule: "format",
  },
];

/** Faults in types, and breaches of the fences between packages, that oxlint must find. */
export const oxlintFaults: readonly PlantedFault[] = [
  {
    title: "a floating promise",
    file: "packages/cli/src/floating.ts",
    source: "export function start(): void {\n  Promise.resolve(1);\n}\n",
    rule: "typescript(no-floating-promises)",
  },
  {
    title: "a promise where a condition is expected",
    file: "packages/cli/src/misused.ts",
    source: "export function test(answer: Promise<boolean>): number {\n  return answer ? 1 : 0;\n}\n",
    rule: "typescript(no-misused-promises)",
  },
  {
    title: "a thrown string",
    file: "packages/cli/src/thrown.ts",
    source: 'export function stop(): never {\n  throw "stopped";\n}\n',
    rule: "typescript(only-throw-error)",
  },
  {
    title: "a Node built-in in shared",
    file: "packages/shared/src/node.ts",
    source: importing("node:crypto"),
    rule: builtIn,
  },
  {
    title: "a Node built-in in search",
    file: "packages/search/src/node-protocol.ts",
    source: importing("node:fs"),
    rule: builtIn,
  },
  {
    title: "a Node built-in without its prefix in search",
    file: "packages/search/src/node-bare.ts",
    source: importing("path"),
    rule: builtIn,
  },
  {
    title: "a Node built-in in core",
    file: "packages/core/src/node.ts",
    source: importing("node:crypto"),
    rule: builtIn,
  },
  {
    title: "another package in shared",
    file: "packages/shared/src/search.ts",
    source: importing("@toolcrib/search"),
    rule: fence,
  },
  {
    title: "another package's folder in shared, by a relative path",
    file: "packages/shared/src/deep/relative.ts",
    source: importing("../../../search/src/index.ts"),
    rule: fence,
  },
  {
    title: "a folder of shared, by its name, in search",
    file: "packages/search/src/deep-shared.ts",
    source: importing("@toolcrib/shared/src/errors/index.ts"),
    rule: fence,
  },
  {
    title: "another package in search",
    file: "packages/search/src/core.ts",
    source: importing("@toolcrib/core"),
    rule: fence,
  },
  {
    title: "another package in a test of search",
    file: "packages/search/src/core.test.ts",
    source: importing("@toolcrib/core"),
    rule: fence,
  },
  {
    title: "another package, imported lazily, in search",
    file: "packages/search/src/lazy.ts",
    source: 'export const later: Promise<unknown> = import("@toolcrib/core");\n',
    rule: fence,
  },
  {
    title: "the command in search",
    file: "packages/search/src/command.ts",
    source: importing("toolcrib"),
    rule: fence,
  },
  {
    title: "another package's folder, by a relative path",
    file: "packages/search/src/deep/relative.ts",
    source: importing("../../../core/src/index.ts"),
    rule: fence,
  },
  {
    title: "another package's folder, by its name",
    file: "packages/core/src/deep.ts",
    source: importing("@toolcrib/search/src/index.ts"),
    rule: fence,
  },
  {
    title: "another package's build, by its name, in the command",
    file: "packages/cli/src/deep.ts",
    source: importing("@toolcrib/search/dist/index.js"),
    rule: fence,
  },
  { title: "mcp in core", file: "packages/core/src/mcp.ts", source: importing("@toolcrib/mcp"), rule: fence },
  {
    title: "an entry point of mcp in core",
    file: "packages/core/src/mcp-entry.ts",
    source: importing("@toolcrib/mcp/front"),
    rule: fence,
  },
  { title: "gateway in mcp", file: "packages/mcp/src/gateway.ts", source: importing("@toolcrib/gateway"), rule: fence },
  {
    title: "gateway in an adapter",
    file: "packages/adapters/openai/src/gateway.ts",
    source: importing("@toolcrib/gateway"),
    rule: fence,
  },
  {
    title: "an adapter in gateway",
    file: "packages/gateway/src/adapter.ts",
    source: importing("@toolcrib/openai"),
    rule: fence,
  },
  {
    title: "the gateway at run time in the studio",
    file: "packages/studio/src/page/gateway.ts",
    source: importing("@toolcrib/gateway"),
    rule: fence,
  },
];

/** What the fences let through. */
export const allowedImports: readonly { readonly file: string; readonly specifier: string }[] = [
  { file: "packages/search/src/allowed/sibling.ts", specifier: "../table/reader.ts" },
  { file: "packages/search/src/allowed/shared.ts", specifier: "@toolcrib/shared/errors" },
  { file: "packages/search/src/allowed/dependency.ts", specifier: "re2js" },
  { file: "packages/search/src/allowed/built-in.test.ts", specifier: "node:fs" },
  { file: "packages/core/src/allowed/shared.ts", specifier: "@toolcrib/shared/errors" },
  { file: "packages/core/src/allowed/search.ts", specifier: "@toolcrib/search" },
  { file: "packages/core/src/allowed/table.ts", specifier: "@toolcrib/search/table" },
  { file: "packages/mcp/src/allowed/shared.ts", specifier: "@toolcrib/shared/errors" },
  { file: "packages/mcp/src/allowed/core.ts", specifier: "@toolcrib/core" },
  { file: "packages/mcp/src/allowed/built-in.ts", specifier: "node:http" },
  { file: "packages/gateway/src/allowed/shared.ts", specifier: "@toolcrib/shared/errors" },
  { file: "packages/gateway/src/allowed/mcp.ts", specifier: "@toolcrib/mcp" },
  { file: "packages/adapters/openai/src/allowed/core.ts", specifier: "@toolcrib/core" },
  { file: "packages/cli/src/allowed/gateway.ts", specifier: "@toolcrib/gateway" },
];

/** A file that does nothing but import one module and use it. */
export function sourceOfAllowedImport(specifier: string): string {
  return importing(specifier);
}
