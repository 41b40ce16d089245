import { expect, it } from "vitest";
import * as config from "./config/index.ts";
import * as mcp from "./index.ts";
import * as skills from "./skills/index.ts";
import * as suites from "./suites/index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(mcp).toSorted()).toEqual([
    "BackgroundWrites",
    "McpError",
    "PinTrust",
    "ServerPool",
    "UserPools",
    "authorizeServer",
    "catalogueTool",
    "createFront",
    "createFrontHttpHandler",
    "defaultCacheFolder",
    "defaultDataFolder",
    "entrySecrets",
    "errorTable",
    "finishUserLogin",
    "forgetLogin",
    "frontToolNames",
    "loadStoredLogins",
    "openPinTrust",
    "renewUserLogin",
    "serveFrontOnStdio",
    "startUserLogin",
    "writeFileAtomically",
  ]);
});

it("exports what needs no MCP SDK at the sub-paths config and skills", () => {
  expect(Object.keys(skills)).toEqual(["openSkills"]);
  expect(Object.keys(config).toSorted()).toEqual([
    "findConfigFiles",
    "findJsonLine",
    "findKeyProblem",
    "findRepeatedKey",
    "foreignKeys",
    "isUserServer",
    "mergeServerEntries",
    "parseJsonWithComments",
    "readConfigFiles",
    "readConfigText",
    "readConfigValue",
    "serverEntryKeys",
  ]);
});

it("exports the suites of its contracts at the sub-path suites", () => {
  expect(Object.keys(suites)).toEqual(["trustGateSuite"]);
});

it("keeps the error codes", () => {
  expect(Object.keys(mcp.errorTable)).toEqual([
    "config_unreadable",
    "config_key_twice",
    "config_entry_invalid",
    "config_variable_missing",
    "duplicate_server",
    "unknown_server",
    "server_disabled",
    "server_failed",
    "server_lost",
    "call_timed_out",
    "answer_invalid",
    "answer_too_large",
    "input_unanswered",
    "authorization_required",
    "authorization_failed",
    "user_login_required",
    "user_required",
    "unknown_tool",
    "tool_held",
    "pin_file_broken",
    "pin_file_not_written",
    "endless_list",
  ]);
});
