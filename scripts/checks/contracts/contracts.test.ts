import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { listPublishedPackages, rootFolder } from "../../workspace.ts";
import { findContractProblems, isContract, type OtherInterfaces, suiteOf } from "./find-contract-problems.ts";
import { type PublicDeclaration, readPublicDeclarations } from "./read-public-declarations.ts";

const others: OtherInterfaces = {
  "a part of a contract, covered by its suite": [
    "CallWrapper",
    "Counters",
    "ForwardedObserver",
    "Journal",
    "KeptEndpoint",
    "SearchIndex",
    "StreamEncoder",
    "ToolsetConnection",
    "WrappedCallReader",
  ],
  "created by Toolcrib": [
    "AccessPlace",
    "CallAudit",
    "CallControl",
    "CataloguePlan",
    "CatalogueView",
    "Check",
    "ClientRequest",
    "DemoServers",
    "Front",
    "FrontHttpHandler",
    "FrontStdio",
    "Gateway",
    "KeptObjects",
    "McpCaller",
    "PoolConnection",
    "ProgramCatalogue",
    "ProgramCatalogueTool",
    "ProgramRunner",
    "RawRequest",
    "ReceivedRequest",
    "RunningTrace",
    "SkillLibrary",
    "SkillPrefetch",
    "SnapshotSeal",
    "StandIn",
    "StrictMessagesApi",
    "Timer",
    "Toolcrib",
    "TraceRecorder",
    "UpstreamCall",
  ],
  "the arguments of one call": ["Compaction", "FileWrite", "SearchAdvice", "SearchCallQuestion", "Snip"],
  "callbacks into the embedding program": [
    "AdminSources",
    "CallerChannel",
    "FrontCallControl",
    "FrontCaller",
    "FrontIndex",
    "FrontLearning",
    "FrontProgramTool",
    "PinPlace",
    "ProgramTool",
    "RemoteTools",
    "RequestLearning",
    "SdkTool",
    "SkillFiles",
    "StoreServices",
    "ToolSearch",
    "UserTokens",
  ],
};

const declarations = listPublishedPackages().flatMap(readPublicDeclarations);
const contracts = declarations.filter(({ node }) => isContract(node)).map(({ name }) => name);

describe("the exported contracts", () => {
  it("are found in every package that has some", () => {
    expect(contracts.toSorted()).toEqual([
      "CatalogueIndex",
      "ClientDialect",
      "Embedder",
      "EngineTraceSink",
      "LanguageReader",
      "Loader",
      "Ranker",
      "Sandbox",
      "SkillSource",
      "Store",
      "ToolsetServers",
      "TraceSink",
      "TrustGate",
      "Upstream",
    ]);
  });

  it("are each accepted by an option or a parameter, and have a suite", () => {
    expect(findContractProblems(declarations, others)).toEqual([]);
  });

  it.each(["docs/extending.md", "ARCHITECTURE.md"])("are all named in %s", (page) => {
    const text = readFileSync(join(rootFolder, page), "utf8");

    expect(contracts.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });

  it("have their suites in docs/extending.md", () => {
    const text = readFileSync(join(rootFolder, "docs/extending.md"), "utf8");

    expect(contracts.map(suiteOf).filter((suite) => !text.includes(`\`${suite}\``))).toEqual([]);
  });
});

describe("findContractProblems", () => {
  const contract = 'export interface Clock { readonly specificationVersion: "v1"; now(): number }';
  const options = "export interface WatchOptions { readonly clock?: Clock }";
  const suite = "export function clockSuite(clock: Clock): void {}";

  it.each<[string, Readonly<Record<string, string>>, string[]]>([
    ["a contract with an option and a suite", { ".": contract + options, "./suites": suite }, []],
    [
      "a contract with a parameter behind a type, and a suite",
      {
        ".": `${contract} export type Clocks = readonly Clock[]; export function watch(clocks: Clocks): void {}`,
        "./suites": suite,
      },
      [],
    ],
    [
      "a contract that only its suite accepts",
      { ".": contract, "./suites": suite },
      ["Clock of .: expected an option or a parameter that accepts it"],
    ],
    ["a contract without a suite", { ".": contract + options }, ["Clock of .: expected a suite clockSuite"]],
    [
      "an interface with functions and no reason",
      { ".": "export interface Clock { readonly now: () => number }" },
      ["Clock of .: expected a specificationVersion, or a reason why it is no contract"],
    ],
    ["an interface without functions", { ".": "export interface Time { readonly now: number }" }, []],
  ])("reports what is missing for %s", (_what, sources, problems) => {
    const planted = Object.entries(sources).flatMap(([specifier, source]) => declarationsOf(specifier, source));

    expect(findContractProblems(planted, {})).toEqual(problems);
  });

  it("reports names that are listed and no longer exported", () => {
    expect(findContractProblems([], { reason: ["Clock"] })).toEqual([
      "Clock: is listed, but no exported interface with functions",
    ]);
  });
});

function declarationsOf(specifier: string, source: string): PublicDeclaration[] {
  return parseSync("planted.ts", source).program.body.flatMap((statement) => {
    const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (node === null || !("id" in node) || node.id?.type !== "Identifier") return [];
    return [{ specifier, name: node.id.name, node }];
  });
}
