import Anthropic from "@anthropic-ai/sdk";
import { runAgent } from "@toolcrib/anthropic";
import { DeferralSession } from "@toolcrib/core";
import { ToolIndex } from "@toolcrib/search";
import { maxModelCalls } from "../client/run-agent.ts";
import { messagesModel, systemPrompt } from "../client/system-prompt.ts";
import { maxOutputTokens } from "../client/wires/messages.ts";
import type { SetUp } from "./set-up.ts";
import { answerFromWorld, toolEntry } from "./world-calls.ts";

type Tool = NonNullable<NonNullable<ConstructorParameters<typeof DeferralSession>[0]>["tools"]>[number];

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
            client: new Anthropic({ baseURL: relay.url, apiKey: key, maxRetries: 0, timeout: 24 * 3_600_000 }),
            session,
            params: {
              model: messagesModel,
              max_tokens: maxOutputTokens,
              system: [{ type: "text", text: systemPrompt, cache_control: { type: "ephemeral" } }],
            },
            messages: [{ role: "user", content: task.request }],
            maxTurns: maxModelCalls,
            runTool({ name, input }) {
              const { content, isError = false } = run({ id: "", name, input: input as never });
              outcome.ran += 1;
              if (!isError) return String(content);
              outcome.failed += 1;
              throw new Error(String(content));
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
