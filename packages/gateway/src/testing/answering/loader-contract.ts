import { EngineMemory, type Message, type RequestToPrepare } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { Loader } from "../../loaders/loader.ts";
import { block, call, deferred, result, text, tool, user } from "./blocks.ts";

/** How a loader may differ from the others. */
export interface LoaderTraits {
  /** Whether the upstream knows references. */
  readonly knowsReferences: boolean;
  /** Whether a find changes nothing of what was sent before it. */
  readonly keepsPrefix: boolean;
}

const tools = [tool("Bash"), tool("ToolSearch"), deferred("get_weather"), deferred("get_stocks")];
const conversation: readonly Message[] = [
  user("How is the weather?"),
  { role: "assistant", content: [call("toolu_1", "ToolSearch", { query: "weather" })] },
  user(result("toolu_1", [{ type: "tool_reference", tool_name: "get_weather" }])),
  { role: "assistant", content: [text("Calling."), call("toolu_2", "get_weather", { city: "Oslo" })] },
  user(result("toolu_2", "Sunny")),
];

/** What every loader does: the suite that each of them passes. */
export function describeLoader(loader: Loader, { knowsReferences, keepsPrefix }: LoaderTraits): void {
  const request = (messages: readonly Message[], given: RequestToPrepare["tools"] = tools): RequestToPrepare => ({
    model: "some-model",
    tools: given,
    messages,
    upstream: { provider: "other", toolSearch: "supported", baseUrl: "http://model.test" },
    settings: { deferBy: "flags", announcement: "none", turnBoundary: "none", loader: loader.name },
    betas: ["claude-code-20250219", "advanced-tool-use-2025-11-20"],
  });
  const write = (messages: readonly Message[], given?: RequestToPrepare["tools"]) =>
    loader.write(request(messages, given), new EngineMemory());
  const prompt = (messages: readonly Message[]) => {
    const written = write(messages);
    const inPrompt = written.tools.filter(({ defer_loading }) => defer_loading !== true);
    return [inPrompt, ...written.messages].map((part) => JSON.stringify(part));
  };

  describe(`the loader ${loader.name}`, () => {
    it("says the same for the same request (law 3)", () => {
      expect(JSON.stringify(write(conversation))).toBe(JSON.stringify(write(structuredClone(conversation))));
    });

    it("does not depend on the order in which deferred tools are listed (law 3)", () => {
      const [bash, search, ...others] = tools;
      const shuffled = [bash, search, ...others.toReversed()] as typeof tools;
      const inPrompt = (given: typeof tools) =>
        write(conversation, given).tools.filter((each) => each.defer_loading !== true);

      expect(JSON.stringify(inPrompt(shuffled))).toBe(JSON.stringify(inPrompt(tools)));
    });

    it("makes a found tool callable", () => {
      const { tools: sent, messages, wrapperName } = write(conversation);
      const isListed = sent.some(({ name }) => name === "get_weather");
      const isDescribed = JSON.stringify(messages).includes('\\"name\\":\\"get_weather\\"');

      expect(isListed || (wrapperName !== undefined && isDescribed)).toBe(true);
    });

    it("keeps every call with its result, under the ids that they had", () => {
      const ids = write(conversation).messages.flatMap(({ content }) =>
        typeof content === "string" ? [] : content.map((part) => (part as { id?: string }).id ?? ""),
      );

      expect(ids.filter((id) => id !== "")).toEqual(["toolu_1", "toolu_2"]);
    });

    it(`puts ${knowsReferences ? "references" : "nothing of the feature"} on the wire`, () => {
      const written = write(conversation);

      expect(JSON.stringify([written.tools, written.messages]).includes("tool_reference")).toBe(knowsReferences);
      expect(JSON.stringify(written.tools).includes("defer_loading")).toBe(knowsReferences);
      expect(written.betas.includes("advanced-tool-use-2025-11-20")).toBe(knowsReferences);
    });

    it("repairs a reference to a tool that is gone (E10)", () => {
      const gone = tools.filter(({ name }) => name !== "get_weather");

      expect(JSON.stringify(write(conversation, gone).messages)).not.toContain("tool_reference");
    });

    it(keepsPrefix ? "keeps what was sent before a find" : "loses from the tools on at a find", () => {
      const lengths = [1, 3, 5].map((length) => prompt(conversation.slice(0, length)));
      const isKept = lengths.every((parts, index) =>
        parts.every((part, at) => part === (lengths[index + 1] ?? parts)[at]),
      );

      expect(isKept).toBe(keepsPrefix);
    });

    it("takes a conversation with blocks that nobody knows", () => {
      const odd = [user(block({ type: "hologram", depth: 3 }), "Hello.")];

      expect(JSON.stringify(write(odd).messages)).toContain("hologram");
    });
  });
}
