import { expect, it } from "vitest";
import * as gateway from "./index.ts";
import * as suites from "./suites/index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(gateway).toSorted()).toEqual([
    "ConfigError",
    "GatewayError",
    "UpstreamError",
    "accessInStore",
    "configJsonSchema",
    "configSecrets",
    "createAnswerRequest",
    "createApiKey",
    "createAuditKeys",
    "createGateway",
    "createSpanSink",
    "createToolsetServers",
    "defaultCapabilities",
    "errorTable",
    "hashOfAuditLine",
    "loadConfig",
    "openCallAudit",
    "parseConfig",
    "recordApproval",
    "secretNamespaces",
    "verifyAudit",
    "watchConfig",
  ]);
});

it("exports exactly the suites of its contracts at the sub-path suites", () => {
  expect(Object.keys(suites).toSorted()).toEqual([
    "clientDialectSuite",
    "toolsetServersSuite",
    "traceSinkSuite",
    "upstreamSuite",
  ]);
});
