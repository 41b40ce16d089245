import type { Client } from "../frame/client.ts";
import { type FrameworkUse, scenariosOf } from "./scenarios.ts";

const use = { program: "langchain", nameOf: (server: string, tool: string) => `mcp__${server}__${tool}` } as const;
/** LangChain lets only models of these names think. */
const thinking = { ...use, api: "responses", searcher: "gateway", model: "gpt-5.5", thinks: true } as const;
const uses: readonly FrameworkUse[] = [
  { ...use, title: "`createAgent`, Chat", conversation: "agent", api: "chat", searcher: "gateway" },
  { ...use, title: "`createAgent`, Responses", conversation: "agent", api: "responses", searcher: "gateway" },
  { ...use, title: "`bindTools`, Chat", conversation: "boundTools", api: "chat", searcher: "gateway" },
  { ...use, title: "`bindTools`, Responses", conversation: "boundTools", api: "responses", searcher: "gateway" },
  // LangChain marks the tools as strict in requests for whole answers only, so both cannot share a prefix.
  ...(["whole", "streamed"] as const).map((answers) => ({
    ...use,
    title: `\`providerStrategy\`, Chat, ${answers}`,
    conversation: "object",
    api: "chat" as const,
    searcher: "gateway" as const,
    givesObjects: true,
    answers,
  })),
  {
    ...use,
    title: "`providerStrategy`, Responses",
    conversation: "object",
    api: "responses",
    searcher: "gateway",
    givesObjects: true,
  },
  { ...thinking, title: "reasoning, stored", conversation: "thoughts" },
  { ...thinking, title: "reasoning, `zdrEnabled`", conversation: "ownThoughts" },
  {
    ...use,
    title: "`providerToolSearchMiddleware`",
    conversation: "hostedSearch",
    api: "responses",
    searcher: "hosted",
  },
];

/** LangChain's agents and models, with ChatOpenAI. */
export const langChain: Client = {
  name: "LangChain (ChatOpenAI)",
  packageName: "@langchain/openai",
  folder: new URL(".", import.meta.url),
  scenarios: scenariosOf(uses),
};
