import { runAgent } from "@toolcrib/anthropic";
import { DeferralSession } from "@toolcrib/core";
import { ToolIndex } from "@toolcrib/search";
import { maxModelCalls } from "../client/run-agent.ts";
import { messagesModel, systemPrompt } from "../client/system-prompt.ts";
import { maxOutputTokens, messagesWire } from "../client/wires/messages.ts";
import { textOf } from "../prompt/prompt.ts";
import type { SetUp } from "./set-up.ts";
import { answerFromWorld, toolEntry } from "./world-calls.ts";

type Tool = NonNullable<NonNullable<ConstructorParameters<typeof DeferralSession>[0]>["tools"]>[number];

type Client = Parameters<typeof runAgent>[0]["client"];

/** As much of the SDK's client as the agent's loop uses: the SDK is a dependency of the package, not of the workspace. */
function clientOf(url: string, key: string): Client {
  const create = async (body: object): Promise<unknown> => {
    const init = { method: "POST", headers: messagesWire.headers(key), body: JSON.stringify(body) };
    const response = await fetch(url + messagesWire.path, init);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return response.json();
  };
  return { beta: { messages: { create } } } as unknown as Client;
}

/** `runAgent` and a `DeferralSession`, as in the guide for an agent in TypeScript. */
export const library: SetUp = {
  name: "library",
  title: "library session",
  dialect: "messages",
  searchTools: ["ToolSearch"],
  playsLike: ["native", "bridge-messages"],
  async start({ relay, catalogue }) {
    const tools = catalogue.tools.map((tool) => toolEntry(tool) as unknown as Tool);
    const index = new ToolIndex();
    index.add(catalogue.tools.map((tool) => toolEntry(tool) as never));
    await index.ready();
    return {
      async play({ key, task, world }) {
        const run = answerFromWorld(catalogue, world);
        const session = new DeferralSession({ tools, createIndex: () => index });
        const outcome = { ran: 0, failed: 0 };
        try {
          const { message, turns } = await runAgent({
            client: clientOf(relay.url, key),
            session,
            params: {
              model: messagesModel,
              max_tokens: maxOutputTokens,
              // The session has no last message before it is asked: the API marks it.
              cache_control: { type: "ephemeral" },
              system: [{ type: "text", text: systemPrompt, cache_control: { type: "ephemeral" } }],
            },
            messages: [{ role: "user", content: task.request }],
            maxTurns: maxModelCalls,
            runTool({ name, input }) {
              const { content, isError = false } = run({ id: "", name, input: input as never });
              const said = textOf(content);
              outcome.ran += 1;
              if (!isError) return said;
              outcome.failed += 1;
              throw new Error(said);
            },
          });
          const answer = message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
          return { answer, ...outcome, ...(turns < maxModelCalls ? {} : { problem: "No end." }) };
        } catch (error) {
          return { answer: "", ...outcome, problem: String(error) };
        }
      },
      close: async () => {},
    };
  },
};
