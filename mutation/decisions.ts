/** What is mutated: the files in which something is decided, and the tests that must notice. */
export interface DecisionArea {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const core = (file: string): string => `packages/core/src/${file}.ts`;
const search = (file: string): string => `packages/search/src/${file}.ts`;
const gateway = (file: string): string => `packages/gateway/src/${file}.ts`;

export const decisionAreas: readonly DecisionArea[] = [
  {
    name: "core",
    mutate: [
      "compaction/compaction",
      "compaction/snip",
      "deferral-decision/deferral-decision",
      "found-tools/found-names",
      "loader-available/definitive-gate",
      "mode/mode",
      "model-support/model-support",
      "policy/policy",
      "policy/rule-subject",
      "threshold/threshold",
      "turn-boundary/place-texts",
    ].map(core),
    tests: ["packages/core/src/**/*.test.ts"],
  },
  {
    name: "search",
    mutate: ["query/parse-query", "query/resolve-names", "ranking/keyword-ranker", "ranking/must-match"].map(search),
    tests: [
      "packages/search/src/**/*.test.ts",
      "packages/search/test/*.test.ts",
      "packages/search/test/contracts/*.test.ts",
    ],
  },
  {
    name: "gateway",
    mutate: [
      "answer/call-rules",
      "capabilities/choose-loader",
      "catalogue/check-tool-choice",
      "conversation/hidden-turns",
      "conversation/visible-history",
      "refusals/field-path",
      "refusals/refusal",
    ].map(gateway),
    tests: ["packages/gateway/src/**/*.test.ts"],
  },
];
