import type { Client } from "../frame/client.ts";
import { type FrameworkUse, scenariosOf } from "./scenarios.ts";

/** The SDK replaces what is not allowed in the names of functions. */
const functionName = (tool: string) => tool.replaceAll("-", "_");
const use = {
  program: "openai-agents",
  api: "responses",
  nameOf: (_server: string, tool: string) => functionName(tool),
} as const;
/** Tools in a namespace have its name too. */
const inNamespace = { ...use, nameOf: (server: string, tool: string) => `${server}__${functionName(tool)}` } as const;
const uses: readonly FrameworkUse[] = [
  { ...use, title: "functions, Chat", conversation: "tools", api: "chat", searcher: "gateway" },
  { ...use, title: "functions, Responses", conversation: "tools", searcher: "gateway" },
  { ...use, title: "`outputType`, Chat", conversation: "object", api: "chat", searcher: "gateway", givesObjects: true },
  { ...use, title: "`outputType`, Responses", conversation: "object", searcher: "gateway", givesObjects: true },
  { ...use, title: "reasoning, stored", conversation: "thoughts", searcher: "gateway", thinks: true },
  { ...use, title: "reasoning, `store: false`", conversation: "ownThoughts", searcher: "gateway", thinks: true },
  { ...inNamespace, title: "`toolSearchTool()`", conversation: "hostedSearch", searcher: "hosted" },
  {
    ...inNamespace,
    title: '`toolSearchTool({ execution: "client", execute })`',
    conversation: "clientSearch",
    searcher: "client",
  },
  {
    ...inNamespace,
    title: '`toolSearchTool({ execution: "client" })`',
    conversation: "searchByName",
    searcher: "client",
  },
  { ...use, title: "`hostedMcpTool`", conversation: "hostedMcp", searcher: "nobody", usesRemoteServer: true },
  {
    ...use,
    title: "`hostedMcpTool`, with approval",
    conversation: "hostedMcpWithApproval",
    searcher: "nobody",
    usesRemoteServer: true,
  },
  {
    ...use,
    title: "`hostedMcpTool`, deferred",
    conversation: "deferredHostedMcp",
    searcher: "hosted",
    usesRemoteServer: true,
  },
];

/** OpenAI's Agents SDK for TypeScript. */
export const openAiAgents: Client = {
  name: "OpenAI Agents SDK",
  packageName: "@openai/agents",
  folder: new URL(".", import.meta.url),
  scenarios: scenariosOf(uses),
};
