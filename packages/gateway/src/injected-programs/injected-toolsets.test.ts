import type { Message } from "@toolcrib/core";
import type { PolicyRule } from "@toolcrib/core/policy";
import { describe, expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { HiddenTurns } from "../memory/hidden-turns.ts";
import { withPrograms } from "../programs/with-programs.ts";
import { ask } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { calendar } from "../testing/programs/calendar.ts";
import { orderSchema, resultsFor, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { withInjectedPrograms } from "./with-injected-programs.ts";

const runtimes = useRuntimes();
const askUser = { name: "ask_user", description: "Asks the user.", input_schema: orderSchema };
const toolset = { type: "mcp_toolset", mcp_server_name: "cal" };
const question = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "What is on?" }],
  mcp_servers: [{ type: "url", url: "https://mcp.example.com", name: "cal" }],
  tools: [askUser, toolset],
} as never as MessagesBody;

/** A client that knows MCP servers and nothing about programs. */
function start(code: string, given: Partial<MessagesBody> = {}, policy: readonly PolicyRule[] = []) {
  const { servers, log } = calendar();
  const upstream = scriptedModel(writes(code));
  const answer = withInjectedPrograms(
    withPrograms(createAnswerRequest({ toolsetServers: servers }), {
      openRuntime: runtimes.open,
      toolsetServers: servers,
    }),
    { openRuntime: runtimes.open, hidden: new HiddenTurns(), runsToolsets: true },
  );
  const asking = (messages: readonly Message[]) => {
    const body = { ...question, ...given, messages } as MessagesBody;
    return ask(answer, { body, upstream, policy, route: { injectPrograms: true } });
  };
  return { log, upstream, ask: asking };
}

describe.each([false, true])("injected programs call tools of MCP servers (streaming %s)", (stream) => {
  it("beside those of the client, which sees calls of the model and nothing of the program", async () => {
    const code = `const { day } = await tools.cal_read_event({ id: 1 });
      const answer = await tools.ask_user({ id: 2 });
      return [day, answer, await tools.cal_move_event({ id: 3 })];`;
    const { ask: asking, log, upstream } = start(code, { stream } as never);
    const first = await asking(question.messages);
    const messages: Message[] = [
      ...question.messages,
      { role: "assistant", content: first.message.content },
      resultsFor(first.message, () => "yes"),
    ];
    const second = await asking(messages);
    const later: Message[] = [
      ...messages,
      { role: "assistant", content: second.message.content },
      { role: "user", content: "And now?" },
    ];
    await asking(later);

    expect(first.message.content).toMatchObject([
      { type: "text", text: "Let me see." },
      { type: "mcp_tool_use", name: "read_event", server_name: "cal", input: { id: 1 } },
      { type: "mcp_tool_result", content: [{ text: '{"day":"day 1"}' }] },
      { type: "tool_use", name: "ask_user", input: { id: 2 } },
    ]);
    expect(second.message.content).toMatchObject([
      { type: "mcp_tool_use", name: "move_event", input: { id: 3 } },
      { type: "mcp_tool_result", content: [{ text: "event 3" }] },
      { type: "text", text: "Done." },
    ]);
    expect(JSON.stringify([first, second].map(({ message, events }) => [message, events]))).not.toMatch(
      /code_execution|"container|srvtoolu|caller/,
    );
    expect(log.filter((line) => line.endsWith("done"))).toEqual(["read_event 1 done", "move_event 3 done"]);
    expect(JSON.stringify(upstream.bodies[1]?.messages.at(-1))).toContain(
      JSON.stringify('["day 1","yes","event 3"]').slice(1, -1),
    );
    const sent = upstream.bodies.map((body) => JSON.stringify([body.tools, body.messages]).slice(0, -2));
    expect(sent).toHaveLength(3);
    expect(sent[1]?.startsWith(sent[0] ?? "")).toBe(true);
    expect(sent[2]?.startsWith(sent[1] ?? "")).toBe(true);
  });
});

it("leaves tools that need an approval to the model", async () => {
  const configs = { delete_event: { require_approval: true } };
  const { ask: asking, upstream } = start("return 1;", { tools: [askUser, { ...toolset, configs }] } as never);
  await asking(question.messages);
  const [program, ...direct] = upstream.bodies[0]?.tools ?? [];

  expect(program?.description).toMatch(/cal_move_event[\s\S]*cal_read_event/);
  expect(program?.description).not.toContain("cal_delete_event");
  expect(direct.map(({ name }) => name)).toContain("cal_delete_event");
});

it("applies rules to each call, with the tool's real name and arguments", async () => {
  const policy = [
    { action: "deny", server: "cal", name: "*move_event", arguments: { id: "2" } },
    { action: "hide", server: "cal", name: "*delete_event" },
  ] as never as PolicyRule[];
  const code = `const tell = (call) => call.catch(({ message }) => message);
    return [await tell(tools.cal_move_event({ id: 2 })), await tell(tools.cal_delete_event({ id: 3 })), await tools.cal_move_event({ id: 4 })];`;
  const { ask: asking, upstream, log } = start(code, {}, policy);
  await asking(question.messages);

  expect(JSON.stringify(upstream.bodies[1]?.messages.at(-1))).toMatch(
    /a rule of the user's policy.*There is no tool.*event 4/,
  );
  expect(JSON.stringify(upstream.bodies[0])).not.toContain("delete_event");
  expect(log).toEqual(["move_event 4", "move_event 4 done"]);
});
