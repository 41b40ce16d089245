import { describe, expect, it } from "vitest";
import { isDroppable, parseFieldPath } from "./field-path.ts";

describe("a field that may be dropped", () => {
  it.each([
    "output_config",
    "temperature",
    "tools.*.strict",
    "thinking.display",
    "messages.*.output_config",
    "messages.*.content.*.citations",
    "messages.*.content.*.content.*.cache_control",
    "system.*.cache_control",
  ])("may be %s", (path) => expect(isDroppable(parseFieldPath(path))).toBe(true));

  it.each([
    "",
    "tools",
    "tools.*",
    "tools.*.name",
    "tools.0.strict",
    "tools.*.*",
    "messages.*",
    "messages.*.*",
    "messages.0.output_config",
    "messages.*.role",
    "messages.*.content",
    "messages.*.content.*",
    "messages.*.content.citations",
    "messages.*.content.0.citations",
    "messages.*.content.*.content.*",
    "messages.*.content.*.text",
    "messages.*.content.*.input.*.cache_control",
    "system",
    "system.*.text",
    "system.*.output_config",
    "tool_choice",
    "mcp_servers",
    "mcp_servers.*.url",
    "thinking.type",
    "output_config.format",
    "a..b",
  ])("may not be %j", (path) => expect(isDroppable(parseFieldPath(path))).toBe(false));

  it("is not the whole request", () => expect(isDroppable([])).toBe(false));
});
