import type { Message } from "@toolcrib/core";
import { describe, expect, it } from "vitest";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { ask } from "../testing/answering/ask.ts";
import { block, call, deferred, result, text, tool, user } from "../testing/answering/blocks.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { createPrefixMeter } from "../testing/prefix-meter.ts";
import { createAnswerRequest } from "./create-answer-request.ts";

const placeholder = deferred("DeferredToolPlaceholder", { input_schema: { type: "object", properties: {} } });
const invoice = deferred("mcp__sixty__get_invoice");
const sprouted = deferred("mcp__sixty__sprouted_always");
const lean = [tool("Bash"), tool("ToolSearch"), placeholder, tool("mcp__sixty__always_here")];
const reference = (name: string) => ({ type: "tool_reference", tool_name: name });
const betas = [
  "claude-code-20250219",
  "advanced-tool-use-2025-11-20",
  "mid-conversation-tool-changes-2026-07-01",
  "made-up-2027",
];

function body(fields: Partial<MessagesBody>): MessagesBody {
  return { model: "my-local-model", max_tokens: 1000, messages: [user("Hello.")], tools: lean, ...fields };
}

async function sent(fields: Partial<MessagesBody>, baseUrl = "http://localhost:1234") {
  const upstream = scriptedModel(() => ({ text: "ok" }), { baseUrl });
  const reply = await ask(createAnswerRequest(), { body: body(fields), upstream, betas });
  return {
    wire: JSON.stringify(upstream.bodies[0]),
    body: upstream.bodies[0],
    betas: upstream.calls[0]?.betas,
    ...reply,
  };
}

const searched = (...names: readonly string[]): readonly Message[] => [
  user("Pay it."),
  { role: "assistant", content: [call("toolu_1", "ToolSearch", { query: "invoice" })] },
  user(result("toolu_1", names.map(reference)), "Tool loaded."),
];
const system = (content: Message["content"], more: object = {}): Message =>
  ({ role: "system", content, ...more }) as Message;

describe("what Claude Code sends to an upstream without tool search", () => {
  it("W-CC1: accepts a tool without a reference, a reference to an eager tool, and a repeated reference", async () => {
    const messages = searched(invoice.name as string, "Bash", invoice.name as string);
    const { wire, body: given, message } = await sent({ tools: [...lean, invoice, sprouted], messages });

    expect(message.content).toEqual([text("ok")]);
    expect(given?.tools?.map(({ name }) => name)).toEqual([
      "Bash",
      "ToolSearch",
      "mcp__sixty__always_here",
      "call_tool",
    ]);
    expect(wire).not.toMatch(/defer_loading|tool_reference|Placeholder|sprouted/);
  });

  it("W-CC2: accepts references next to text, and results that are strings", async () => {
    const messages = [
      ...searched(invoice.name as string),
      { role: "assistant", content: [call("toolu_2", "ToolSearch", { query: "zzz" })] } as Message,
      user(result("toolu_2", "No matching deferred tools found")),
    ];
    const { body: given } = await sent({ tools: [...lean, invoice], messages });

    expect(given?.messages[2]?.content).toMatchObject([{ type: "tool_result" }, { text: "Tool loaded." }]);
    expect(given?.messages[4]?.content).toEqual(messages[4]?.content);
  });

  it.each([
    ["a string", system("Be brief."), [text("Hello."), text("<system-reminder>\nBe brief.\n</system-reminder>")]],
    ["blocks", system([text("Be brief.")]), [text("Hello."), text("<system-reminder>\nBe brief.\n</system-reminder>")]],
    [
      "wrapped blocks",
      system([text("<system-reminder>x</system-reminder>")]),
      [text("Hello."), text("<system-reminder>x</system-reminder>")],
    ],
    ["nothing", system([], { output_config: { effort: "low" } }), [text("Hello.")]],
  ])("W-CC3, F22: accepts a system message with %s", async (_form, message, content) => {
    const { body: given, wire } = await sent({ messages: [user("Hello."), message] });

    expect(given?.messages).toEqual([{ role: "user", content }]);
    expect(wire).not.toContain("output_config");
  });

  it("W-CC4, W-M23: a tool that is added mid-conversation can be called", async () => {
    const addition = block({ type: "tool_addition", tool: { type: "tool_reference", name: sprouted.name } });
    const messages = [user("Hello."), system([text("New tools:"), addition])];
    const upstream = scriptedModel(() => ({
      calls: [{ id: "toolu_9", name: "call_tool", input: { name: sprouted.name, arguments: { city: 5 } } }],
    }));
    const { message } = await ask(createAnswerRequest(), {
      body: body({ tools: [...lean, sprouted], messages }),
      upstream,
    });

    expect(JSON.stringify(upstream.bodies[0]?.messages)).toContain("Tool added: mcp__sixty__sprouted_always.");
    expect(JSON.stringify(upstream.bodies[0]?.messages)).toContain("<functions>");
    expect(message.content).toEqual([call("toolu_9", sprouted.name as string, { city: 5 })]);
  });

  it("W-M23: a tool that the conversation defines can be called too", async () => {
    const { defer_loading: _flag, ...definition } = sprouted;
    const addition = block({ type: "tool_addition", tool: { type: "tool_definition", definition } });
    const { wire, trace } = await sent({ messages: [user("Hello."), system([addition])] });

    expect(wire).toContain('\\"name\\":\\"mcp__sixty__sprouted_always\\"');
    expect(trace.tools?.found).toEqual([sprouted.name]);
  });

  it("W-CC5: accepts calls of tools that are not in the request, and sends them as they were made", async () => {
    const messages = [
      user("Go."),
      { role: "assistant", content: [call("toolu_1", "mcp__sixty__unseen", { a: 1 })] } as Message,
      user(result("toolu_1")),
    ];
    const { body: given } = await sent({ messages });

    expect(given?.messages[1]?.content).toEqual([
      call("toolu_1", "call_tool", { name: "mcp__sixty__unseen", arguments: { a: 1 } }),
    ]);
  });

  it("W-CC6: keeps other fields and betas, and drops those of tool search", async () => {
    const fields = {
      thinking: { type: "adaptive", display: "x" },
      context_management: { edits: [] },
      output_config: { effort: "low" },
    };
    const { body: given, betas: kept } = await sent({ ...fields });

    expect(given).toMatchObject(fields);
    expect(kept).toEqual(["claude-code-20250219", "made-up-2027"]);
  });

  it("W-CC7: counts a catalogue next to the message foo", async () => {
    const upstream = scriptedModel(() => ({}));
    const count = async (...tools: ReturnType<typeof tool>[]): Promise<number> => {
      const question = { body: body({ messages: [user("foo")], tools }), upstream, kind: "count_tokens" } as const;
      return (await ask(createAnswerRequest(), question)).inputTokens ?? 0;
    };
    const [alone, one, two] = [await count(), await count(tool("Bash")), await count(tool("Bash"), tool("mcp__a__b"))];

    expect(alone).toBeGreaterThan(0);
    // Each tool costs what its definition has in characters, not just its name.
    expect(one - alone).toBeGreaterThan(10);
    expect(two - one).toBeGreaterThan(10);
  });

  it("W-CC8, E12.2, F65: after a compaction a tool that is still in tools can be called, and is checked first", async () => {
    const upstream = scriptedModel((_body, number) => ({
      calls: [
        {
          id: `toolu_${number}`,
          name: "call_tool",
          input: { name: invoice.name, arguments: number === 1 ? {} : { city: "x" } },
        },
      ],
    }));
    const { message } = await ask(createAnswerRequest(), { body: body({ tools: [...lean, invoice] }), upstream });

    expect(message.content).toEqual([call("toolu_2", invoice.name as string, { city: "x" })]);
    expect(JSON.stringify(upstream.bodies[1]?.messages.at(-1))).toContain("Its input schema");
  });

  it("W-M25: starts with the summary of a compaction by the API, and with the tools found before it", async () => {
    const compaction = block({
      type: "compaction",
      content: "They spoke of invoices.",
      signature: "s",
      tool_changes: [{ type: "tool_addition", tool: { type: "tool_reference", name: invoice.name } }],
    });
    const messages = [
      ...searched(invoice.name as string),
      { role: "assistant", content: [compaction, text("Ready.")] } as Message,
      user("Go on."),
    ];
    const { body: given, trace } = await sent({ tools: [...lean, invoice], messages });

    expect(given?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(JSON.stringify(given?.messages[0])).toMatch(/They spoke of invoices.*Tool added.*<functions>/);
    expect(trace.tools?.found).toEqual([invoice.name]);
  });

  it("W-CC9, L3: flavour D keeps its prefix while the form of its last message changes", async () => {
    const meter = createPrefixMeter();
    const marked = { cache_control: { type: "ephemeral" } };
    const ambient = (isLast: boolean) =>
      isLast ? system([block({ ...text("Ambient."), ...marked })]) : system("Ambient.");
    const turns: readonly (readonly Message[])[] = [
      [user("Hello."), ambient(true)],
      [user("Hello."), ambient(false), ...searched(invoice.name as string).slice(1)],
      [
        user("Hello."),
        ambient(false),
        ...searched(invoice.name as string).slice(1),
        { role: "assistant", content: [call("toolu_2", invoice.name as string, {})] },
        user(result("toolu_2")),
        system([block({ ...text("Reminder."), ...marked })]),
      ],
    ];
    for (const [number, messages] of turns.entries()) {
      const { body: given } = await sent({ tools: number === 0 ? lean : [...lean, invoice], messages });
      const parts = [given?.tools, "", ...(given?.messages ?? [])];
      meter.read(
        parts.map((part) =>
          JSON.stringify(part, (key, value: unknown) => (key === "cache_control" ? undefined : value)),
        ),
      );
    }

    expect(meter.readings.map(({ brokenAt }) => brokenAt)).toEqual([undefined, undefined, undefined]);
  });
});

describe("what Claude Code sends to an upstream with tool search", () => {
  it("W-CC14: stays unchanged, including system messages and tool changes", async () => {
    const messages = [
      ...searched(invoice.name as string),
      system([text("New:"), block({ type: "tool_addition", tool: { type: "tool_reference", name: sprouted.name } })], {
        output_config: { effort: "low" },
      }),
    ];
    const given = { model: "claude-sonnet-5-5", tools: [...lean, invoice, sprouted], messages };
    const { body: written, betas: kept } = await sent(given, "https://api.anthropic.com");

    expect(written).toEqual(body(given));
    expect(kept).toEqual(betas);
  });
});
