import { expect, it } from "vitest";
import * as gateway from "./index.ts";

it("exports exactly the names of the public contract", () => {
  expect(Object.keys(gateway).toSorted()).toEqual([
    "ConfigError",
    "GatewayError",
    "UpstreamError",
    "configJsonSchema",
    "configSecrets",
    "createAnswerRequest",
    "createApiKey",
    "createGateway",
    "createSpanSink",
    "createToolsetServers",
    "defaultCapabilities",
    "errorTable",
    "loadConfig",
    "parseConfig",
    "watchConfig",
  ]);
});
