import type { Client } from "../frame/client.ts";
import { type FrameworkUse, scenariosOf } from "./scenarios.ts";

const use = { program: "ai-sdk", nameOf: (_server: string, tool: string) => tool } as const;
const uses: readonly FrameworkUse[] = [
  { ...use, title: "`openai.chat`", conversation: "tools", api: "chat", searcher: "gateway" },
  { ...use, title: "`openai.responses`", conversation: "tools", api: "responses", searcher: "gateway" },
  {
    ...use,
    title: "`openai.chat` with `Output.object`",
    conversation: "object",
    api: "chat",
    searcher: "gateway",
    givesObjects: true,
  },
  {
    ...use,
    title: "`openai.responses` with `Output.object`",
    conversation: "object",
    api: "responses",
    searcher: "gateway",
    givesObjects: true,
  },
  { ...use, title: "reasoning, stored", conversation: "thoughts", api: "responses", searcher: "gateway", thinks: true },
  {
    ...use,
    title: "reasoning, `store: false`",
    conversation: "ownThoughts",
    api: "responses",
    searcher: "gateway",
    thinks: true,
  },
  { ...use, title: "`toolSearch()`", conversation: "hostedSearch", api: "responses", searcher: "hosted" },
  {
    ...use,
    title: '`toolSearch({ execution: "client" })`',
    conversation: "clientSearch",
    api: "responses",
    searcher: "client",
  },
];

/** The AI SDK with its OpenAI provider. */
export const aiSdk: Client = {
  name: "AI SDK (OpenAI provider)",
  packageName: "@ai-sdk/openai",
  folder: new URL(".", import.meta.url),
  scenarios: scenariosOf(uses),
};
