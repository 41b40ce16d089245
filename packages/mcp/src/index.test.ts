import { expect, it } from "vitest";
import * as mcp from "./index.ts";
import * as suites from "./suites/index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(mcp).toSorted()).toEqual([
    "BackgroundWrites",
    "McpError",
    "PinTrust",
    "ServerPool",
    "authorizeServer",
    "catalogueTool",
    "createFront",
    "createFrontHttpHandler",
    "defaultCacheFolder",
    "defaultDataFolder",
    "entrySecrets",
    "errorTable",
    "findConfigFiles",
    "findJsonLine",
    "findKeyProblem",
    "foreignKeys",
    "forgetLogin",
    "frontToolNames",
    "loadStoredLogins",
    "mergeServerEntries",
    "openPinTrust",
    "openSkills",
    "parseJsonWithComments",
    "readConfigFiles",
    "readConfigText",
    "readConfigValue",
    "serveFrontOnStdio",
    "serverEntryKeys",
  ]);
});

it("exports the suites of its contracts at the sub-path suites", () => {
  expect(Object.keys(suites)).toEqual(["trustGateSuite"]);
});

it("keeps the error codes", () => {
  expect(Object.keys(mcp.errorTable)).toEqual([
    "config_unreadable",
    "config_entry_invalid",
    "config_variable_missing",
    "duplicate_server",
    "unknown_server",
    "server_disabled",
    "server_failed",
    "server_lost",
    "call_timed_out",
    "answer_invalid",
    "input_unanswered",
    "authorization_required",
    "authorization_failed",
    "unknown_tool",
    "tool_held",
    "pin_file_broken",
    "pin_file_not_written",
    "endless_list",
  ]);
});
