import type { ContentBlock, Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask, type Question } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { calendar, calendarTools } from "../testing/programs/calendar.ts";
import { orderSchema, programEntry, programsOnly, resultsFor, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { withPrograms } from "./with-programs.ts";

const runtimes = useRuntimes();

const toolsetOf = (defaultConfig: object, configs: object = {}) => ({
  type: "mcp_toolset",
  mcp_server_name: "cal",
  default_config: defaultConfig,
  configs,
});
const bodyOf = (tools: readonly object[], fields: Partial<MessagesBody> = {}): MessagesBody => ({
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "What is on?" }],
  mcp_servers: [{ type: "url", url: "https://mcp.example.com", name: "cal" }],
  tools: tools as never,
  ...fields,
});
function converse(code: string, tools: readonly object[], given: Partial<Question> = {}, made = calendar()) {
  const upstream = scriptedModel(writes(code));
  const answer = withPrograms(createAnswerRequest({ toolsetServers: made.servers }), {
    openRuntime: runtimes.open,
    toolsetServers: made.servers,
  });
  const asking = (body: MessagesBody) => ask(answer, { upstream, ...given, body });
  return { ...made, upstream, ask: asking, first: asking({ ...bodyOf(tools), ...given.body }) };
}

describe.each([false, true])("a program that calls tools of an MCP server (streaming %s)", (stream) => {
  const body = { stream } as MessagesBody;

  it("gets values where there is an output schema and text elsewhere; the client sees the calls, the model does not", async () => {
    const code = `const { day } = await tools.cal_read_event({ id: 1 }); return [day, await tools.cal_move_event({ id: 2 })];`;
    const { first, upstream } = converse(code, [programEntry, toolsetOf(programsOnly)], { body });
    const { message, trace } = await first;

    expect(upstream.bodies[0]).not.toHaveProperty("mcp_servers");
    expect(upstream.bodies[0]?.tools?.map(({ name }) => name)).toEqual(["code_execution"]);
    expect(upstream.bodies[0]?.tools?.[0]?.description).toMatch(
      /cal_move_event\(input\?: \{ id\?: number \}\): Promise<string>;[\s\S]*cal_read_event\(input\?: \{ id\?: number \}\): Promise<\{ day: string \}>;/,
    );
    const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_a" };
    expect(message.content).toMatchObject([
      { type: "text" },
      { type: "server_tool_use", name: "code_execution" },
      { type: "mcp_tool_use", id: "mcptoolu_a_1", name: "read_event", server_name: "cal", input: { id: 1 }, caller },
      { type: "mcp_tool_result", tool_use_id: "mcptoolu_a_1", is_error: false, content: [{ text: '{"day":"day 1"}' }] },
      { type: "mcp_tool_use", id: "mcptoolu_a_2", name: "move_event", caller },
      { type: "mcp_tool_result", tool_use_id: "mcptoolu_a_2", content: [{ text: "event 2" }], caller },
      { type: "code_execution_tool_result", content: { stdout: '["day 1","event 2"]\n' } },
      { type: "text", text: "Done." },
    ]);
    expect(upstream.bodies[1]?.messages.slice(1)).toMatchObject([
      { role: "assistant", content: [{ type: "text" }, { type: "tool_use", name: "code_execution" }] },
      { role: "user", content: [{ type: "tool_result", content: '["day 1","event 2"]' }] },
    ]);
    expect(trace.toolCalls).toMatchObject([
      { server: "cal", tool: "read_event", program: "srvtoolu_a", isError: false },
      { server: "cal", tool: "move_event", program: "srvtoolu_a" },
    ]);
  });

  it("is replayed to the model as it was", async () => {
    const code = `return await tools.cal_move_event({ id: 2 });`;
    const { first, ask: again, upstream } = converse(code, [programEntry, toolsetOf(programsOnly)], { body });
    const { message } = await first;
    const messages: Message[] = [
      ...bodyOf([]).messages,
      { role: "assistant", content: message.content },
      { role: "user", content: "And now?" },
    ];
    await again({ ...bodyOf([programEntry, toolsetOf(programsOnly)]), ...body, messages });
    const [, before, after] = upstream.bodies;

    expect(JSON.stringify(after?.messages).startsWith(JSON.stringify(before?.messages).slice(0, -1))).toBe(true);
    expect(after?.tools).toEqual(before?.tools);
  });

  it("waits for the client in between, and makes no call twice if the client sends the container of an earlier answer", async () => {
    const code = `const days = [];
      for (const id of [1, 2]) { await tools.cal_move_event({ id }); days.push(await tools.ask_user({ id })); }
      return days;`;
    const askUser = { name: "ask_user", input_schema: orderSchema, ...programsOnly };
    const tools = [programEntry, askUser, toolsetOf(programsOnly)];
    const { first, ask: again, log } = converse(code, tools, { body });
    const messages: Message[] = [...bodyOf([]).messages];
    const { message: asked } = await first;
    const { id: container } = asked["container"] as { id: string };
    messages.push(
      { role: "assistant", content: asked.content },
      resultsFor(asked, () => "yes"),
    );
    const { message: askedAgain } = await again({ ...bodyOf(tools, { messages, container }), ...body });
    messages.push(
      { role: "assistant", content: askedAgain.content },
      resultsFor(askedAgain, () => "yes"),
    );
    const { message, trace } = await again({ ...bodyOf(tools, { messages, container }), ...body });

    const moved = (number: number) => ({ number, name: "cal_move_event", by: "gateway", state: "answered" });
    const user = (number: number, state: string) => ({ number, name: "ask_user", by: "client", state });
    expect([(await first).trace, trace].flatMap(({ programs }) => programs)).toMatchObject([
      {
        id: "srvtoolu_a",
        language: "javascript",
        code,
        isResumed: false,
        status: "waiting",
        calls: [moved(1), user(2, "waiting")],
      },
      {
        id: "srvtoolu_a",
        isResumed: true,
        status: "finished",
        calls: [user(2, "answered"), moved(3), user(4, "answered")],
      },
    ]);
    expect(asked.content.map(({ type }) => type)).toEqual([
      "text",
      "server_tool_use",
      "mcp_tool_use",
      "mcp_tool_result",
      "tool_use",
    ]);
    expect(message.content[0]).toMatchObject({ content: { stdout: '["yes","yes"]\n' } });
    expect(log.filter((line) => line.endsWith("done"))).toEqual(["move_event 1 done", "move_event 2 done"]);
  });
});

describe("tools of MCP servers in programs", () => {
  it("run side by side if they only read, and in the order of the program otherwise", async () => {
    const code = `await Promise.all([tools.cal_move_event({ id: 1 }), tools.cal_read_event({ id: 2 }), tools.cal_move_event({ id: 3 }), tools.cal_read_event({ id: 4 })]);`;
    const { first, log } = converse(code, [programEntry, toolsetOf(programsOnly)]);
    await first;

    expect(log.filter((line) => line.startsWith("move"))).toEqual([
      "move_event 1",
      "move_event 1 done",
      "move_event 3",
      "move_event 3 done",
    ]);
    expect(log.indexOf("read_event 4")).toBeLessThan(log.indexOf("read_event 2 done"));
  });

  it("are found by search() and described, and cost no definition, if they are deferred", async () => {
    const code = `const [{ name }] = await search("move an event to another day", 1);
      const { outputSchema } = await describe("cal_read_event");
      return [name, Object.keys(outputSchema.properties), await tools[name]({ id: 5 })];`;
    const { first, upstream } = converse(code, [programEntry, toolsetOf({ ...programsOnly, defer_loading: true })]);
    const { message, trace } = await first;

    expect(upstream.bodies[0]?.tools?.[0]?.description).not.toContain("cal_");
    expect(message.content).toContainEqual(
      expect.objectContaining({
        content: expect.objectContaining({ stdout: '["cal_move_event",["day"],"event 5"]\n' }),
      }),
    );
    expect(trace.searches).toMatchObject([{ kind: "program", searched: 3, hits: ["cal_move_event"] }]);
  });

  it("stay with the model if the request says so, and only those", async () => {
    const configs = {
      delete_event: { allowed_callers: ["direct"] },
      move_event: { allowed_callers: ["direct", "code_execution_20260120"] },
    };
    const { first, upstream } = converse("return 1;", [programEntry, toolsetOf(programsOnly, configs)]);
    await first;

    const [program, ...direct] = upstream.bodies[0]?.tools ?? [];
    expect(direct.map(({ name }) => name)).toEqual(["cal_move_event", "cal_delete_event"]);
    expect(program?.description).toMatch(/cal_move_event[\s\S]*cal_read_event/);
    expect(program?.description).not.toContain("cal_delete_event");
  });

  it("follow rules with their real names and arguments, and their failures can be caught", async () => {
    const policy = [
      { action: "deny" as const, server: "cal", name: "*move_event", arguments: { id: "2" } },
      { action: "hide" as const, server: "cal", name: "*delete_event" },
    ];
    const code = `const tell = (call) => call.catch(({ message }) => message);
      return [await tell(tools.cal_move_event({ id: 2 })), await tell(tools.cal_delete_event({ id: 3 })), await tell(tools.cal_read_event({ id: 0 })), await tell(tools.cal_read_event({ id: "x" }))];`;
    const { first, log, upstream } = converse(code, [programEntry, toolsetOf(programsOnly)], {
      policy: policy as never,
    });
    const { message } = await first;
    const stdout = JSON.stringify(message.content.at(-2));

    expect(stdout).toContain("a rule of the user's policy forbids this call");
    expect(stdout).toContain("There is no tool");
    expect(stdout).toContain("There is no such event.");
    expect(stdout).toContain("Its input schema");
    expect(log).toEqual(["read_event 0", "read_event 0 done"]);
    expect(JSON.stringify(upstream.bodies[0])).not.toContain("delete_event");
  });

  it("do not change the prompt if a server lists them in another order", async () => {
    const tools = [programEntry, toolsetOf(programsOnly)];
    const one = converse("return 1;", tools);
    const other = converse("return 1;", tools, {}, calendar(calendarTools.toReversed()));
    await Promise.all([one.first, other.first]);

    expect(one.upstream.bodies[0]?.tools).toEqual(other.upstream.bodies[0]?.tools);
  });

  it("need a gateway that runs MCP servers, and names that are unique", async () => {
    const answer = withPrograms(createAnswerRequest(), { openRuntime: runtimes.open });
    const upstream = scriptedModel(() => ({ text: "Hi." }));
    const asked = ask(answer, { upstream, body: bodyOf([programEntry, toolsetOf(programsOnly)]) });
    await expect(asked).rejects.toThrow(/this gateway runs no MCP servers/);

    const same = { name: "cal_read_event", input_schema: orderSchema, ...programsOnly };
    await expect(converse("1", [programEntry, same, toolsetOf(programsOnly)]).first).rejects.toThrow(/must be unique/);
  });
});

describe("a tool of the client with an output schema", () => {
  const getOrder = {
    name: "get_order",
    input_schema: orderSchema,
    output_schema: { type: "object", properties: { total: { type: "number" } }, required: ["total"] },
    ...programsOnly,
  };

  it.each([
    ['{"total":5}', "6"],
    ['{"total":"x"}', "does not match its output_schema"],
    ["five", "is not the JSON"],
  ])("gives programs a value, or an error: %s", async (content, expected) => {
    const code = `return await tools.get_order({ id: 1 }).then(({ total }) => total + 1, ({ message }) => message);`;
    const {
      first,
      ask: again,
      upstream,
    } = converse(code, [programEntry, getOrder], { body: { mcp_servers: undefined } as never });
    const { message } = await first;
    const result = { type: "tool_result", tool_use_id: "toolu_a_1", content } as ContentBlock;
    const messages: Message[] = [
      ...bodyOf([]).messages,
      { role: "assistant", content: message.content },
      { role: "user", content: [result] },
    ];
    const { message: end } = await again(
      bodyOf([programEntry, getOrder], { messages, mcp_servers: undefined } as never),
    );

    expect(JSON.stringify(end.content[0])).toContain(expected);
    expect(JSON.stringify(upstream.bodies.map((body) => body.tools))).not.toContain("output_schema");
  });
});
