import { describe, expect, it } from "vitest";
import { prepareRequest } from "../index.ts";
import { request, searched } from "../testing/fixtures.ts";
import { isKillSwitchSet, parseMode, readMode } from "./mode.ts";

const always = { kind: "always" };
const off = { kind: "off" };
const auto = (percent: number) => ({ kind: "auto", percent });

describe("the mode", () => {
  it.each([
    [undefined, always],
    ["", always],
    ["true", always],
    ["TRUE", always],
    ["1", always],
    ["yes", always],
    ["on", always],
    [true, always],
    ["auto:0", always],
    ["auto:-1", always],
    ["AUTO", always],
    ["standard", always],
    ["garbage", always],
    ["50", always],
    ["auto", auto(10)],
    [" auto ", auto(10)],
    ["auto:", auto(10)],
    ["auto:abc", auto(10)],
    ["auto:1", auto(1)],
    ["auto:50", auto(50)],
    ["auto:9.5", auto(9)],
    ["auto:99", auto(99)],
    ["auto:100", off],
    ["auto:101", off],
    ["false", off],
    ["False", off],
    ["0", off],
    ["no", off],
    ["off", off],
    [" off ", off],
    [false, off],
  ])("E2.1 is read from %j", (value, mode) => {
    expect(parseMode(value)).toEqual(mode);
  });

  it("E2.1 comes from the config first, then from the environment", () => {
    expect(readMode("auto:5", { ENABLE_TOOL_SEARCH: "false" })).toEqual({ mode: auto(5), isChosen: true });
    expect(readMode(undefined, { ENABLE_TOOL_SEARCH: "false" })).toEqual({ mode: off, isChosen: true });
    expect(readMode(undefined, {})).toEqual({ mode: always, isChosen: false });
  });

  it.each(["", "  "])("E2.4, E2.1 treats the empty value %j as always, and as not chosen", (value) => {
    expect(readMode(undefined, { ENABLE_TOOL_SEARCH: value })).toEqual({ mode: always, isChosen: false });
    expect(readMode(value, {})).toEqual({ mode: always, isChosen: false });
  });
});

describe("the kill switch", () => {
  it.each(["DISABLE_EXPERIMENTAL_BETAS", "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS"])("E2.2 is read from %s", (name) => {
    expect(isKillSwitchSet({ [name]: "1" })).toBe(true);
    expect(isKillSwitchSet({ [name]: "0" })).toBe(false);
    expect(isKillSwitchSet({ [name]: " Off " })).toBe(false);
    expect(isKillSwitchSet({ [name]: "" })).toBe(false);
    expect(isKillSwitchSet({})).toBe(false);
  });

  it("E2.2 sends no field and no beta name of the feature, even if the mode asks for it", () => {
    const tools = request().tools.map((tool) => ({ ...tool, defer_loading: true }));
    const toolset = { type: "mcp_toolset", mcp_server_name: "x", default_config: { defer_loading: true } };
    const prepared = prepareRequest(
      request({
        tools: [...tools, toolset],
        messages: searched("mcp__slack__send_message"),
        upstream: { provider: "bedrock" },
        sentBetas: ["tool-search-tool-2025-10-19", "advanced-tool-use-2025-11-20"],
        betas: ["context-management-2025-06-27"],
        settings: { toolSearch: true, environment: { DISABLE_EXPERIMENTAL_BETAS: "1" } },
      }),
    );

    expect(prepared.gate.reason).toBe("kill_switch");
    expect(prepared.betas).toEqual(["context-management-2025-06-27"]);
    expect(JSON.stringify([prepared.tools, prepared.messages])).not.toMatch(/defer_loading|tool_reference/);
  });
});
