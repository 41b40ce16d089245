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
      "01-mode/mode",
      "02-model-support/model-support",
      "03-loader-available/definitive-gate",
      "04-threshold/threshold",
      "05-deferral-decision/deferral-decision",
      "06-found-tools/found-names",
      "13-compaction/compaction",
      "13-compaction/snip",
      "conversation/turn-boundary/place-texts",
      "policy/policy",
      "policy/rule-subject",
    ].map(core),
    // The tests beside the decisions. The laws in `test/laws/` reach nearly every line too, but take seconds a mutant.
    tests: [
      "packages/core/src/{01,02,03,04,05,06,13}-*/*.test.ts",
      "packages/core/src/{policy,conversation/turn-boundary}/*.test.ts",
    ],
  },
  {
    name: "search",
    mutate: ["query/parse-query", "answer/resolve-names", "rankers/keyword-ranker", "ranking/must-match"].map(search),
    tests: [
      "packages/search/src/{query,ranking}/*.test.ts",
      "packages/search/test/query-*.test.ts",
      "packages/search/test/contracts/rankers.test.ts",
      "packages/search/test/ranking-sets/keyword-*.test.ts",
    ],
  },
  {
    name: "gateway",
    mutate: [
      "loop/call-rules",
      "route/choose-loader",
      "catalogue/check-tool-choice",
      "memory/hidden-turns",
      "conversation/visible-history",
      "fields/field-path",
      "refusals/refusal",
    ].map(gateway),
    tests: [
      "packages/gateway/src/answer/*{-calls,-choice}.test.ts",
      "packages/gateway/src/{catalogue,conversation,fields,memory,refusals,route}/*.test.ts",
    ],
  },
];
