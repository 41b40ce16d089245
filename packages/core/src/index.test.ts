import { expect, it } from "vitest";
import * as core from "./index.ts";

it("P2 exports exactly the names of the public contract", () => {
  expect(Object.keys(core).toSorted()).toEqual([
    "CoreError",
    "DeferralSession",
    "EngineMemory",
    "Refusals",
    "answerSearchCall",
    "answerSkillCall",
    "checkCall",
    "compactConversation",
    "createSearchTool",
    "defaultModelFamilies",
    "defaultUnsupportedModels",
    "deferredToolPlaceholder",
    "diagnoseCacheBreak",
    "discoverSkillsTool",
    "discoveredSkills",
    "displayOf",
    "errorTable",
    "findPolicyRule",
    "fingerprintRequest",
    "folderSkillSource",
    "gateReasons",
    "hidesTool",
    "isFeatureRefusal",
    "matchesGlob",
    "mcpToolName",
    "nextTurn",
    "openSkillLibrary",
    "parseMode",
    "planRequest",
    "prefetchSkills",
    "prepareRequest",
    "publishedHaikuRule",
    "reloadTools",
    "remoteSkillSource",
    "skillTool",
    "snapshotBeforeCompaction",
    "surfaceSkills",
    "toolFromMcp",
    "unwrapBridgeCall",
    "validateInput",
  ]);
});

it("P2 keeps the error codes and the gate's reasons", () => {
  expect(Object.keys(core.errorTable)).toEqual([
    "invalid_request",
    "invalid_message",
    "invalid_tool",
    "duplicate_tool_name",
    "invalid_setting",
    "invalid_call",
    "invalid_skill",
    "duplicate_skill_name",
    "unknown_skill",
  ]);
  expect(Object.keys(core.gateReasons)).toHaveLength(15);
});
