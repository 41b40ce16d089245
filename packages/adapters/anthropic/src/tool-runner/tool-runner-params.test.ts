import Anthropic from "@anthropic-ai/sdk";
import { DeferralSession, type Tool } from "@toolcrib/core";
import {
  folderSkillSource,
  openSkillLibrary,
  remoteSkillSource,
  type SkillLibrary,
  skillsSentence,
} from "@toolcrib/core/skills";
import { describe, expect, it } from "vitest";
import { type RunTool, toolRunnerParams } from "../index.ts";
import { createStrictMessagesApi, type ScriptedModel, type WireBlock } from "../testing/index.ts";

const schema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const slack = "mcp__slack__send_message";
const tools: Tool[] = [
  { name: "Bash", description: "Runs a command.", input_schema: schema },
  { name: slack, description: "Sends a message.", input_schema: schema },
];
const model = "claude-sonnet-5-5";

function call(id: string, name: string, input: object): WireBlock {
  return { type: "tool_use", id, name, input };
}

async function run(
  script: ScriptedModel,
  stream: boolean,
  runTool: RunTool = ({ input }) => JSON.stringify(input),
  skills?: SkillLibrary,
) {
  const api = createStrictMessagesApi(script);
  const client = new Anthropic({ apiKey: "test", fetch: api.fetch, maxRetries: 0 });
  const session = new DeferralSession({ tools, ...(skills === undefined ? {} : { skills }) });
  const messages = [{ role: "user", content: "Say hi." }] as const;
  const params = await toolRunnerParams({ session, model, messages, system: "Be kind.", runTool });
  const runner = client.beta.messages.toolRunner({ ...params, model, max_tokens: 100, stream });
  const message = await runner.runUntilDone();
  return { api, message };
}

const script: ScriptedModel = (_body, number) => {
  if (number === 1) return [call("toolu_1", "ToolSearch", { query: `select:${slack},nowhere` })];
  return number === 2 ? [call("toolu_2", slack, { text: "hi" })] : [{ type: "text", text: "Done." }];
};

describe("the SDK's tool runner with tools of a session", () => {
  it.each([false, true])(
    "loads a tool by the references that the search tool returns (streaming: %s)",
    async (stream) => {
      const { api, message } = await run(script, stream);

      // The runner tries a message thread first and accepts the API's rejection.
      expect(api.rejected).toEqual(["Message threads are not supported here."]);
      expect(message.content).toEqual([expect.objectContaining({ type: "text", text: "Done." })]);
      const results = api.accepted[2]?.body.messages.flatMap(({ role, content }) =>
        role === "user" && typeof content !== "string" ? content : [],
      );
      expect(results).toContainEqual({
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [{ type: "tool_reference", tool_name: slack }],
      });
      // What the references do not carry follows with the next result.
      expect(results).toContainEqual({
        type: "tool_result",
        tool_use_id: "toolu_2",
        content: [
          { type: "text", text: '{"text":"hi"}' },
          { type: "text", text: expect.stringContaining("Not found: nowhere.") },
        ],
      });
    },
  );

  it("marks deferred tools, and announces their names", async () => {
    const { api } = await run(() => [{ type: "text", text: "Done." }], false);

    expect(api.accepted[0]?.body.tools?.map(({ name, defer_loading }) => [name, defer_loading])).toEqual([
      ["Bash", undefined],
      ["ToolSearch", undefined],
      [slack, true],
    ]);
    expect(JSON.stringify(api.accepted[0]?.body.messages)).toContain(`<deferred-tools>\\n${slack}\\n</deferred-tools>`);
  });

  it("E14: mentions skills, shows matching ones, finds a remote one and then loads it", async () => {
    const skills: ScriptedModel = (_body, number) => {
      if (number === 1) return [call("toolu_1", "Skill", { name: "translate" })];
      if (number === 2) return [call("toolu_2", "DiscoverSkills", { query: "translate a text" })];
      return number === 3 ? [call("toolu_3", "Skill", { name: "translate" })] : [{ type: "text", text: "Done." }];
    };
    const skillFile = (name: string, description: string) =>
      `---\nname: ${name}\ndescription: ${description}\n---\nDo ${name}.`;
    const library = await openSkillLibrary([
      remoteSkillSource(["https://a.example"], async () => skillFile("translate", "Translates a text.")),
      folderSkillSource("s", { list: async () => ["g"], read: async () => skillFile("greet", "How to say hi.") }),
    ]);
    const { api } = await run(skills, false, undefined, library);
    const [first, second, , last] = api.accepted.map(({ body }) => body);

    expect(first?.system).toBe(`Be kind.\n\n${skillsSentence}`);
    expect(JSON.stringify(first?.messages)).toContain("- greet: How to say hi.");
    expect(JSON.stringify(second?.messages)).toContain("was not discovered in this conversation");
    expect(JSON.stringify(last?.messages)).toContain("Do translate.");
  });

  it("answers a bad search and bad arguments with errors, and runs nothing", async () => {
    const ran: string[] = [];
    const bad: ScriptedModel = (_body, number) => {
      if (number === 1) return [call("toolu_1", "ToolSearch", { query: 5 })];
      if (number === 2) return [call("toolu_2", "ToolSearch", { query: slack })];
      return number === 3 ? [call("toolu_3", slack, { text: 5 })] : [{ type: "text", text: "Done." }];
    };
    const { api } = await run(bad, false, ({ name }) => {
      ran.push(name);
      return "";
    });
    const sent = JSON.stringify(api.accepted[3]?.body.messages);

    expect(ran).toEqual([]);
    expect(sent).toContain("query: expected a string, got 5.");
    expect(sent).toContain("was not run: its input is not valid");
    expect(sent.match(/"is_error":true/g)).toHaveLength(2);
  });
});
