import type { Message, Tool } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { readTablesByHeading } from "../../../../scripts/checks/markdown-table.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { bm25Entry, call, deferred, regexEntry, result, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const tables = readTablesByHeading("docs/bridge-wording.md");
/** The lines that a cell shows as code. */
const linesOf = (cell = "") => [...cell.matchAll(/`` (.*?) ``/g)].map(([, line]) => line).join("\n");
const weather: Tool = {
  name: "get_weather",
  description: "Tells the weather.",
  input_schema: { type: "object", properties: { city: { type: "string" } } },
};
const onBridge = { loader: "bridge" } as const;

interface Search {
  readonly name: string;
  readonly own: readonly Tool[];
  readonly input: (wanted: string) => object;
}

const searches: readonly Search[] = [
  { name: "ToolSearch", own: [], input: (query) => ({ query }) },
  { name: "tool_search_tool_regex", own: [regexEntry], input: (pattern) => ({ pattern }) },
  { name: "tool_search_tool_bm25", own: [bm25Entry], input: (query) => ({ query }) },
];

/** The requests of a turn in which the model searches once; the injected search is the one that the client does not send. */
async function requestsOf(
  { name, own, input }: Search,
  wanted: string,
  found: readonly Tool[] = [weather],
): Promise<readonly MessagesBody[]> {
  const upstream = scriptedModel((_body, number) =>
    number === 1 ? { calls: [{ name, input: input(wanted) }] } : { text: "ok" },
  );
  const isInjected = own.length === 0;
  const given = found.map((each) =>
    isInjected ? { ...each, name: `mcp__maps__${each.name}` } : { ...each, defer_loading: true },
  );
  const body = { model: "m", max_tokens: 1000, messages: [user("Go.")], tools: [tool("Bash"), ...own, ...given] };
  const route = { ...onBridge, inject: isInjected ? "always" : "off" } as const;
  await ask(createAnswerRequest({ embedder: null }), { body, upstream, route });
  return upstream.bodies;
}

function resultOf(body: MessagesBody | undefined): string {
  const [block] = (body?.messages.at(-1)?.content ?? []) as readonly { readonly content?: readonly object[] }[];
  return (block?.content ?? []).map((part) => (part as { readonly text?: string }).text).join("\n");
}

function firstTextOf(body: MessagesBody | undefined): string | undefined {
  return (body?.messages[0]?.content[0] as { readonly text?: string } | undefined)?.text;
}

const toolOf = (body: MessagesBody | undefined, name: string) => body?.tools?.find((each) => each.name === name);
const rowOf = (heading: string, first: string) => tables.get(heading)?.find(([cell]) => cell === first) ?? [];

describe("docs/bridge-wording.md", () => {
  it.each(searches)("shows what $name says, and what it returns", async (search) => {
    const [first, second] = await requestsOf(search, "weather");
    const [, nothing] = await requestsOf(search, "zzz");
    const [, description] = rowOf("Finding", `\`${search.name}\``);
    const [, found, none] = rowOf("Results", `\`${search.name}\``);

    expect(linesOf(description)).toBe(toolOf(first, search.name)?.description);
    expect(linesOf(found)).toBe(resultOf(second));
    expect(linesOf(none)).toBe(resultOf(nothing));
  });

  it("shows the announcement, and the one instruction on how found tools are called", async () => {
    const [first] = await requestsOf(searches[0] as Search, "weather");

    expect(linesOf(rowOf("Calling", "`call_tool`")[1])).toBe(toolOf(first, "call_tool")?.description);
    expect(linesOf(rowOf("Announcement", "`ToolSearch`")[1])).toBe(firstTextOf(first));
  });

  it("shows how a client's own references are rendered; its search tool is sent unedited", async () => {
    const messages: readonly Message[] = [
      user("Go."),
      { role: "assistant", content: [call("toolu_1", "ToolSearch", { query: "weather" })] },
      user(result("toolu_1", [{ type: "tool_reference", tool_name: "get_weather" }])),
    ];
    const own = tool("ToolSearch", { description: "Returns <functions> blocks. Call what is in them directly." });
    const upstream = scriptedModel(() => ({ text: "ok" }));
    const body = { model: "m", max_tokens: 1000, messages, tools: [own, { ...weather, defer_loading: true }] };
    await ask(createAnswerRequest(), { body, upstream, route: onBridge });

    expect(toolOf(upstream.bodies[0], "ToolSearch")).toEqual(own);
    expect(linesOf(rowOf("Results", "Claude Code's `ToolSearch`")[1])).toBe(resultOf(upstream.bodies[0]));
  });
});

describe("the wording of the bridge", () => {
  it("says in one place how found tools are called", async () => {
    for (const search of searches) {
      const [first, second] = await requestsOf(search, "weather");
      const others = JSON.stringify([second?.tools?.filter(({ name }) => name !== "call_tool"), second?.messages]);

      expect(first?.tools).toEqual(second?.tools);
      expect(others).not.toMatch(/call_tool|by its (own )?name|directly/);
    }
  });

  it.each([1, 5])(
    "adds at most 480 characters to what the search tool alone says, with %i found tools",
    async (count) => {
      const found = Array.from({ length: count }, (_, number) => ({ ...weather, name: `get_weather_${number}` }));
      for (const search of searches) {
        const [first, second] = await requestsOf(search, "weather", found);
        const definitions = resultOf(second).match(/\{.*\}/g) ?? [];
        const tags = resultOf(second).length - definitions.join("").length;

        expect(definitions).toHaveLength(count);
        expect(JSON.stringify(toolOf(first, "call_tool")).length + tags).toBeLessThanOrEqual(480);
      }
    },
  );

  it.each([
    ["through call_tool", { name: "call_tool", input: { name: "get_weather", arguments: { city: "Oslo" } } }],
    ["directly, by its own name", { name: "get_weather", input: { city: "Oslo" } }],
  ])("lets a found tool be called %s", async (_variant, called) => {
    for (const stream of [true, false]) {
      const upstream = scriptedModel((_body, number) =>
        number === 1
          ? { calls: [{ name: "tool_search_tool_bm25", input: { query: "weather" } }] }
          : { calls: [{ id: "toolu_1", ...called }] },
      );
      const tools = [tool("Bash"), bm25Entry, deferred("get_weather", weather)];
      const body = { model: "m", max_tokens: 1000, messages: [user("Go.")], tools, stream };
      const { message } = await ask(createAnswerRequest({ embedder: null }), { body, upstream, route: onBridge });

      expect(message.content.at(-1)).toEqual(call("toolu_1", "get_weather", { city: "Oslo" }));
    }
  });
});
