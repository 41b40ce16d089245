import { describe, expect, it } from "vitest";
import { prepareRequest } from "../index.ts";
import { assistant, bash, builtIn, call, mcpTool, request, result, textsOf, user } from "../testing/fixtures.ts";

const flagged = mcpTool("slack", "send_message", { defer_loading: true });
const unflagged = mcpTool("slack", "list_channels");
const tools = [bash, flagged, unflagged];
const byFlags = { deferBy: "flags", announcement: "none" } as const;

describe("a request whose client decided what is deferred", () => {
  it("E1.6, F23 defers exactly what is flagged, without a search tool and below any threshold", () => {
    const settings = { ...byFlags, loader: "bridge", toolSearch: "auto" } as const;
    const prepared = prepareRequest(request({ tools, searchTool: undefined, settings }));

    expect(prepared.gate.reason).toBe("on");
    expect(prepared.tools.map(({ name }) => name)).toEqual(["Bash", "mcp__slack__list_channels", "call_tool"]);
  });

  it("E1.2 lets rules pin or hide tools, but defer no others", () => {
    const policy = [
      { action: "pin", name: "*send*" },
      { action: "hide", name: "Bash" },
      { action: "defer", name: "*" },
    ] as const;
    const settings = { ...byFlags, loader: "bridge", policy } as const;
    const deferred = builtIn("Deferred", { defer_loading: true });
    const prepared = prepareRequest(request({ tools: [...tools, deferred], searchTool: undefined, settings }));

    expect(prepared.tools.map(({ name }) => name)).toEqual([
      "mcp__slack__list_channels",
      "mcp__slack__send_message",
      "call_tool",
    ]);
  });

  it.each(["native", "append", "bridge"] as const)("E3.2 stays deferred with a forced call (%s)", (loader) => {
    const reason = (toolChoice: { type: string; name?: string }) =>
      prepareRequest(request({ tools, settings: { ...byFlags, loader }, toolChoice })).gate.reason;

    expect(reason({ type: "any" })).toBe("on");
    expect(reason({ type: "tool", name: "Bash" })).toBe("on");
    expect(reason({ type: "tool", name: "mcp__slack__send_message" })).toBe("on");
  });

  it.each([
    ["native", "on"],
    ["append", "forced_tool_choice"],
    ["bridge", "forced_tool_choice"],
  ] as const)(
    "E3.2 leaves a forced tool that only the upstream may know to the upstream: %s is %s",
    (loader, reason) => {
      const toolChoice = { type: "tool", name: "nowhere" };

      expect(prepareRequest(request({ tools, settings: { ...byFlags, loader }, toolChoice })).gate.reason).toBe(reason);
    },
  );

  it("L3 wraps calls of tools that are no longer in the request, as when they were made", () => {
    const messages = [
      user("Go."),
      assistant(call("toolu_1", "mcp__gone__tool", { a: 1 }), call("toolu_2", "Bash", {})),
      user(result("toolu_1", "done"), result("toolu_2", "done")),
    ];
    const prepared = prepareRequest(request({ tools, messages, settings: { ...byFlags, loader: "bridge" } }));

    expect(prepared.messages[1]?.content).toEqual([
      call("toolu_1", "call_tool", { name: "mcp__gone__tool", arguments: { a: 1 } }),
      call("toolu_2", "Bash", {}),
    ]);
  });

  it("E7 shows the definition of a tool that is added mid-conversation, on the bridge", () => {
    const addition = { type: "tool_addition", tool: { type: "tool_reference", name: "mcp__slack__send_message" } };
    const messages = [user("Go."), { ...user(addition), role: "system" } as const];
    const prepared = prepareRequest(request({ tools, messages, settings: { ...byFlags, loader: "bridge" } }));
    const [note, definition] = textsOf(prepared.messages[1]!);

    expect(note).toBe("Tool added: mcp__slack__send_message.");
    expect(definition).toMatch(/^<functions>\n<function>\{"description":"Does mcp__slack__send_message\."/);
  });

  it("E2.2 sends no beta name of the feature if the loader does not use it", () => {
    const betas = ["claude-code-20250219", "advanced-tool-use-2025-11-20"];

    expect(prepareRequest(request({ tools, betas, settings: { ...byFlags, loader: "bridge" } })).betas).toEqual([
      "claude-code-20250219",
    ]);
  });
});
