import { expect, it } from "vitest";
import * as search from "./index.ts";
import * as remote from "./remote/index.ts";
import * as suites from "./suites/index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(search).toSorted()).toEqual([
    "SearchError",
    "ToolIndex",
    "UsageHistory",
    "createStaticEmbedder",
    "describeCandidate",
    "describeSameTools",
    "describeUnsearched",
    "embedderNames",
    "errorTable",
    "isToolcribError",
    "lintRules",
    "lintTools",
    "loadEnglishVocabulary",
    "maxCandidates",
    "rankerNames",
    "usesMeaning",
  ]);
});

it("keeps the names of the rankers, the default first", () => {
  expect(search.rankerNames).toEqual(["hybrid", "bm25", "keyword", "regex", "semantic"]);
});

it("keeps the error codes", () => {
  expect(Object.keys(search.errorTable).toSorted()).toEqual([
    "catalogue_too_large",
    "duplicate_tool_name",
    "invalid_limit",
    "invalid_pattern",
    "invalid_query",
    "invalid_snapshot",
    "invalid_table",
    "invalid_tool",
    "invalid_usage_history",
    "invalid_vector",
    "pattern_too_large",
    "pattern_too_long",
    "query_too_long",
    "too_many_names",
    "too_many_required_words",
    "unknown_ranker",
  ]);
});

it("keeps the codes of the lint", () => {
  expect(Object.keys(search.lintRules)).toEqual([
    "missing_description",
    "not_found_by_own_words",
    "name_as_description",
    "boilerplate_description",
    "short_description",
    "near_duplicate",
    "large_schema",
    "no_verb",
    "undescribed_arguments",
  ]);
});

it("exports what an index elsewhere needs at the sub-path remote", () => {
  expect(Object.keys(remote).toSorted()).toEqual(["RemoteSearch", "hashTools", "prepareTools", "remoteParts"]);
});

it("exports the suites of its contracts at the sub-path suites", () => {
  expect(Object.keys(suites).toSorted()).toEqual(["embedderSuite", "languageReaderSuite", "rankerSuite"]);
});
