import { type AgentTool, toolsNamed } from "../client/catalogue.ts";
import { text, type Wire } from "../client/conversation.ts";
import { runAgent } from "../client/run-agent.ts";
import { messagesModel, openAiModel, systemPrompt } from "../client/system-prompt.ts";
import { chatWire } from "../client/wires/chat.ts";
import { messagesWire } from "../client/wires/messages.ts";
import { responsesWire } from "../client/wires/responses.ts";
import type { DialectName } from "../dialects/dialect.ts";
import type { Play, SetUp, SetUpServices } from "./set-up.ts";
import { answerFromWorld, toolEntry } from "./world-calls.ts";

export const wires: Readonly<Record<DialectName, Wire>> = {
  messages: messagesWire,
  chat: chatWire,
  responses: responsesWire,
};

export function modelOf(dialect: DialectName): string {
  return dialect === "messages" ? messagesModel : openAiModel;
}

/** Tools in the prompt from the start, without anything in between. */
function direct(
  { name, title, dialect }: Pick<SetUp, "name" | "title" | "dialect">,
  choose: (services: SetUpServices, play: Play) => readonly AgentTool[],
): SetUp {
  return {
    name,
    title,
    dialect,
    searchTools: [],
    isReference: true,
    playsLike: ["oracle", "bridge-messages"],
    start: async (services) => ({
      play(play) {
        const entries = choose(services, play).map(toolEntry);
        return runAgent({
          url: services.relay.url,
          wire: wires[dialect],
          key: play.key,
          model: modelOf(dialect),
          system: systemPrompt,
          first: [text(play.task.request)],
          tools: () => entries,
          answer: answerFromWorld(services.catalogue, play.world),
        });
      },
      close: async () => {},
    }),
  };
}

/** Every tool of the world. */
export const allTools: SetUp = direct(
  { name: "all", title: "all tools in the prompt", dialect: "messages" },
  ({ catalogue }) => catalogue.tools,
);

/** Exactly the tools that the task needs. */
function oracle(name: string, title: string, dialect: DialectName): SetUp {
  return direct({ name, title, dialect }, ({ catalogue }, { task }) => toolsNamed(catalogue, task.needs));
}

export const oracles: readonly SetUp[] = [
  oracle("oracle", "oracle, Messages", "messages"),
  oracle("oracle-chat", "oracle, Chat Completions", "chat"),
  oracle("oracle-responses", "oracle, Responses", "responses"),
];
