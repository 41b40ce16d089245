import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import * as adapters from "./adapters/index.ts";
import * as cache from "./cache/index.ts";
import * as calls from "./calls/index.ts";
import * as conversation from "./conversation/index.ts";
import * as engine from "./engine/index.ts";
import * as main from "./index.ts";
import * as loaders from "./loaders/index.ts";
import * as policy from "./policy/index.ts";
import * as redaction from "./redaction/index.ts";
import * as settings from "./settings/index.ts";
import * as skills from "./skills/index.ts";
import * as suites from "./suites/index.ts";
import * as tools from "./tools/index.ts";

/** The values of each entry point. */
const contract: Readonly<Record<string, { readonly door: object; readonly names: readonly string[] }>> = {
  ".": {
    door: main,
    names: [
      "CoreError",
      "DeferralSession",
      "compactConversation",
      "createSearchTool",
      "errorTable",
      "nextTurn",
      "prepareRequest",
      "reloadTools",
      "snapshotBeforeCompaction",
      "snipConversation",
      "toolFromMcp",
    ],
  },
  "./adapters": {
    door: adapters,
    names: [
      "AdapterCatalogue",
      "CatalogueCache",
      "bridgeContent",
      "bridgePrompt",
      "checkNames",
      "checkToolList",
      "createPartReader",
      "pickLoader",
      "readOnce",
      "readSearchOutput",
      "serverPrefix",
      "unbridgeContent",
      "withMethods",
    ],
  },
  "./cache": { door: cache, names: ["diagnoseCacheBreak", "fingerprintRequest"] },
  "./calls": { door: calls, names: ["WorkBudget", "checkCall", "validateInput"] },
  "./conversation": { door: conversation, names: ["checkMessages", "displayOf", "isAnnouncement"] },
  "./engine": {
    door: engine,
    names: [
      "EngineMemory",
      "Refusals",
      "answerSearchCall",
      "decideGate",
      "gateReasons",
      "isFeatureRefusal",
      "isToolSearchBeta",
      "planRequest",
    ],
  },
  "./loaders": {
    door: loaders,
    names: [
      "allToolsLoader",
      "builtInLoaders",
      "deferredDefinition",
      "deferredToolPlaceholder",
      "eagerTools",
      "fallbackLoader",
      "givenTools",
      "loadedDefinition",
      "loaderNames",
      "nameReferences",
      "referenceLoader",
      "undeferredDefinition",
      "usesReferences",
    ],
  },
  "./policy": {
    door: policy,
    names: [
      "checkPolicy",
      "dependOnAnnotations",
      "findPolicyRule",
      "findRuleAgainstCall",
      "findRuleProblem",
      "guardsCallsOf",
      "hidesAllOf",
      "hidesServer",
      "hidesTool",
      "mayHideFrom",
      "rulesForClient",
    ],
  },
  "./redaction": {
    door: redaction,
    names: [
      "Redactor",
      "isSecretName",
      "jsonProblem",
      "redactedText",
      "secretsInArguments",
      "secretsInEnvironment",
      "secretsInHeaders",
      "secretsInSettings",
      "secretsInUrl",
      "shownUrl",
    ],
  },
  "./settings": {
    door: settings,
    names: [
      "defaultModelFamilies",
      "defaultUnsupportedModels",
      "isKillSwitchOn",
      "parseMode",
      "providers",
      "publishedHaikuRule",
    ],
  },
  "./skills": {
    door: skills,
    names: [
      "allowedSkills",
      "answerSkillCall",
      "discoverSkillsTool",
      "discoveredSkills",
      "folderSkillSource",
      "freshSkills",
      "openSkillLibrary",
      "prefetchSkills",
      "remoteSkillSource",
      "skillIndexOf",
      "skillQueryOf",
      "skillTool",
      "skillsSentence",
      "surfaceSkills",
      "withSkillList",
      "withSkillsSentence",
      "writeSkillList",
    ],
  },
  "./suites": {
    door: suites,
    names: ["catalogueIndexSuite", "engineTraceSinkSuite", "loaderSuite", "skillSourceSuite"],
  },
  "./tools": { door: tools, names: ["checkTool", "maxToolNameLength", "mcpToolName", "parseMcpToolName"] },
};

describe("the public contract", () => {
  it("P2 lists every entry point of the package", () => {
    expect(Object.keys(manifest.exports).filter((path) => path !== "./package.json")).toEqual(Object.keys(contract));
  });

  it.each(Object.entries(contract))("P2 exports exactly these names at %s", (_path, { door, names }) => {
    expect(Object.keys(door).toSorted()).toEqual(names);
  });

  it("P2 exports each name at one entry point", () => {
    const names = Object.values(contract).flatMap((entry) => entry.names);

    expect(names).toHaveLength(new Set(names).size);
  });

  it("P2 keeps the error codes and the gate's reasons", () => {
    expect(Object.keys(main.errorTable)).toEqual([
      "invalid_request",
      "invalid_message",
      "invalid_tool",
      "duplicate_tool_name",
      "invalid_setting",
      "invalid_call",
      "invalid_skill",
      "duplicate_skill_name",
      "unknown_skill",
      "search_tool_name_taken",
      "applied_twice",
    ]);
    expect(Object.keys(engine.gateReasons)).toHaveLength(15);
  });
});
