import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../../answer/create-answer-request.ts";
import type { MessagesBody } from "../../contracts/inner-form.ts";
import type { ToolsetServers } from "../../contracts/toolset.ts";
import { ask } from "../../testing/answering/ask.ts";
import { call, deferred, replayed, result, text, tool, user } from "../../testing/answering/blocks.ts";
import { type ModelScript, scriptedModel } from "../../testing/answering/scripted-model.ts";
import { findAndLoad, openTestSkills } from "../../testing/answering/skills.ts";

const skills = await openTestSkills();
const question = user("Please write an invoice for me.");
const loaders = ["native", "bridge", "append", "eager"] as const;
const variants = loaders.flatMap((loader) => [true, false].map((stream) => [loader, stream] as const));

function keepsPrefix(before: MessagesBody | undefined, after: MessagesBody | undefined): boolean {
  const [sent, next] = [before, after].map((body) => JSON.stringify(body?.messages));
  const isSameRest = JSON.stringify([before?.system, before?.tools]) === JSON.stringify([after?.system, after?.tools]);
  return isSameRest && next?.startsWith(String(sent).slice(0, -1)) === true;
}

describe.each(variants)("skills with an MCP toolset, on %s, streaming %s", (loader, stream) => {
  const calls: unknown[] = [];
  const toolsetServers: ToolsetServers = {
    specificationVersion: "v1",
    open: async () => ({
      listTools: async () => [{ name: "list_customers", inputSchema: { type: "object" } }],
      async callTool(name, input) {
        calls.push([name, input]);
        return { content: [{ type: "text", text: "Ada" }], isError: false };
      },
    }),
    close: async () => {},
  };
  const mcp: Partial<MessagesBody> = {
    tools: [tool("Bash"), { type: "mcp_toolset", mcp_server_name: "crm" }] as NonNullable<MessagesBody["tools"]>,
    mcp_servers: [{ type: "url", url: "https://mcp.example.com/sse", name: "crm" }],
  };
  const body = (fields: Partial<MessagesBody>): MessagesBody => {
    return { model: "claude-sonnet-5-5", max_tokens: 1000, messages: [question], stream, ...mcp, ...fields };
  };
  const customers = { name: "crm_list_customers", input: {} };
  const betas = ["mcp-client-2026-09-15"];
  const asking = { route: { loader }, skills, betas } as const;

  it("E14: are found and loaded invisibly, and the client sees the toolset's calls", async () => {
    calls.length = 0;
    const upstream = scriptedModel(
      findAndLoad((sent) =>
        JSON.stringify(sent.messages).includes("Ada") ? { text: "Done." } : { calls: [customers] },
      ),
    );
    const answerRequest = createAnswerRequest({ embedder: null, toolsetServers });
    const first = await ask(answerRequest, { ...asking, body: body({}), upstream });
    const messages = [question, replayed(first.message), user("And for May?")];
    await ask(answerRequest, { ...asking, body: body({ messages }), upstream });

    expect(first.message.content.map(({ type }) => type)).toEqual([
      "mcp_tool_listing",
      "text",
      "mcp_tool_use",
      "mcp_tool_result",
      "text",
    ]);
    expect(JSON.stringify([first.message, first.events])).not.toMatch(/skill|invoice|Step one/i);
    expect(calls).toEqual([["list_customers", {}]]);
    expect(first.trace.skills?.map(({ step }) => step)).toEqual(["surface-skills", "discover-skills", "skill"]);
    expect(keepsPrefix(upstream.bodies[3], upstream.bodies[4])).toBe(true);
  });

  it("E14: are answered in the same turn as a call of a toolset and one of the client", async () => {
    const all: ModelScript = (_sent, number) =>
      number === 1
        ? {
            calls: [
              { id: "toolu_skill", name: "Skill", input: { name: "invoice" } },
              { id: "toolu_mcp", ...customers },
              { id: "toolu_bash", name: "Bash", input: { city: "x" } },
            ],
          }
        : { text: "Done." };
    const upstream = scriptedModel(all);
    const answerRequest = createAnswerRequest({ embedder: null, toolsetServers });
    const first = await ask(answerRequest, { ...asking, body: body({}), upstream });
    const client = first.message.content.find(({ type }) => type === "tool_use") as unknown as { id: string };
    const messages = [question, replayed(first.message), user(result(client.id, "ran"))];
    await ask(answerRequest, { ...asking, body: body({ messages }), upstream });
    const sent = upstream.bodies[1]?.messages.at(-1)?.content as unknown as readonly { tool_use_id?: string }[];

    expect(JSON.stringify(first.message)).not.toMatch(/skill|Step one/i);
    expect(first.message.stop_reason).toBe("tool_use");
    expect(sent.map(({ tool_use_id: id }) => id).filter((id) => id !== undefined)).toHaveLength(3);
    expect(JSON.stringify(sent)).toMatch(/Step one\..*ran/);
    expect(keepsPrefix(upstream.bodies[0], upstream.bodies[1])).toBe(true);
  });

  it("let a long turn of the toolset continue, as without skills", async () => {
    const upstream = scriptedModel(() => ({ calls: [customers] }));
    const answerRequest = createAnswerRequest({ embedder: null, toolsetServers });
    const { message } = await ask(answerRequest, { ...asking, body: body({}), upstream });

    expect(message.stop_reason).toBe("pause_turn");
    expect(upstream.bodies.some(({ tool_choice: choice }) => choice?.type === "none")).toBe(false);
  });
});

describe.each(variants)("skills with a client's own ToolSearch, on %s, streaming %s", (loader, stream) => {
  const tools = [tool("Bash"), tool("ToolSearch"), deferred("list_customers"), deferred("get_weather")];
  const body = (messages: readonly Message[]): MessagesBody => {
    return { model: "claude-sonnet-5-5", max_tokens: 1000, messages, stream, tools };
  };
  const search = { id: "toolu_search", name: "ToolSearch", input: { query: "customers" } };
  const asking = { route: { loader }, skills } as const;

  it("E14: are found and loaded invisibly, the client answers its search, and every prefix is kept", async () => {
    const upstream = scriptedModel(
      findAndLoad((sent) => {
        const said = JSON.stringify(sent.messages);
        if (!said.includes("toolu_search")) return { calls: [search] };
        if (said.includes("Ada")) return { text: "Done." };
        const input = { city: "Oslo" };
        const isWrapped = sent.tools?.some(({ name }) => name === "call_tool") === true;
        const wrapped = { name: "call_tool", input: { name: "list_customers", arguments: input } };
        return { calls: [{ id: "toolu_list", ...(isWrapped ? wrapped : { name: "list_customers", input }) }] };
      }),
    );
    const answerRequest = createAnswerRequest({ embedder: null });
    const searched = await ask(answerRequest, { ...asking, body: body([question]), upstream });
    const reference = { type: "tool_reference", tool_name: "list_customers" };
    const found = [question, replayed(searched.message), user(result("toolu_search", [reference]))];
    const called = await ask(answerRequest, { ...asking, body: body(found), upstream });
    const done = [...found, replayed(called.message), user(result("toolu_list", "Ada"))];
    const last = await ask(answerRequest, { ...asking, body: body(done), upstream });

    expect(searched.message.content).toEqual([text("Looking."), call(search.id, search.name, search.input)]);
    expect(called.message.content).toEqual([call("toolu_list", "list_customers", { city: "Oslo" })]);
    expect(last.message.content).toEqual([text("Done.")]);
    expect(JSON.stringify([searched, called, last].map(({ message, events }) => [message, events]))).not.toMatch(
      /skill|invoice|Step one/i,
    );
    expect(JSON.stringify(upstream.bodies.at(-1)?.messages)).toContain("Step one.");
    const steps = upstream.bodies.slice(1).map((sent, position) => keepsPrefix(upstream.bodies[position], sent));
    // Appending a found tool changes the list of tools at the find, with skills or without.
    expect(steps).toEqual(steps.map((_kept, position) => loader !== "append" || position !== 2));
  });

  it("E14: a skill is loaded in the same turn as the client's search", async () => {
    const upstream = scriptedModel((_sent, number) =>
      number === 1 ? { calls: [{ name: "Skill", input: { name: "invoice" } }, search] } : { text: "Done." },
    );
    const answerRequest = createAnswerRequest({ embedder: null });
    const first = await ask(answerRequest, { ...asking, body: body([question]), upstream });
    const reference = { type: "tool_reference", tool_name: "list_customers" };
    const messages = [question, replayed(first.message), user(result("toolu_search", [reference]))];
    await ask(answerRequest, { ...asking, body: body(messages), upstream });

    expect(first.message.content).toEqual([call(search.id, search.name, search.input)]);
    expect(JSON.stringify(upstream.bodies[1]?.messages)).toContain("Step one.");
  });
});
