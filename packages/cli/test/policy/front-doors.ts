import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import type { Door, NoteTool, Visit } from "./door.ts";

/** A client for one visit, and how it leaves. */
type Connect = (visit: Visit) => Promise<{ readonly client: Client; readonly leave: () => Promise<void> }>;

/** The front at `/mcp`, for clients of both versions of the protocol. */
export const frontDoors: readonly Door[] = [
  frontDoor("/mcp, 2025", over({ versionNegotiation: { mode: "legacy" } })),
  frontDoor("/mcp, 2026", over({ versionNegotiation: { mode: { pin: "2026-07-28" } } })),
];

/** The front on standard input and output, as `toolcrib mcp` serves it: one process, which ends with the test. */
export function stdioDoor(commandLine: readonly string[], environment: Record<string, string>): Door {
  let connected: Promise<Client> | undefined;
  const connect = async () => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const [command = "", ...args] = commandLine;
    await client.connect(new StdioClientTransport({ command, args, env: environment, stderr: "ignore" }));
    onTestFinished(() => client.close());
    return client;
  };
  return frontDoor("toolcrib mcp", async () => {
    connected ??= connect();
    return { client: await connected, leave: async () => {} };
  });
}

function over(options: ClientOptions): Connect {
  return async ({ office, key }) => {
    const client = await office.connect(key, options);
    return { client, leave: () => client.close() };
  };
}

/** A program that wants to know everything. */
const askingProgram = `return [
  ...(await Promise.all(["get rid of a piece of paper", "mcp__off", "/note/"].map((query) => search(query, 50)))),
  await describe("mcp__office__shed_note").catch(String),
  await tools.mcp__office__shed_note().catch(String),
];`;

function frontDoor(name: string, connect: Connect): Door {
  return {
    name,
    countOfAll: /\b3 tools|of 3\b/,
    tell: async (visit) => {
      const { client, leave } = await connect(visit);
      const answers: unknown[] = [await client.listTools(), await client.listPrompts(), await client.listResources()];
      for (const query of [
        "get rid of a piece of paper",
        "select:mcp__office__shed_note",
        "mcp__off",
        "/note/",
        "zzz",
      ]) {
        answers.push(await client.callTool({ name: "search_tools", arguments: { query, limit: 50 } }));
      }
      answers.push(await client.callTool({ name: "describe_tools", arguments: { names: ["mcp__office__shed_note"] } }));
      answers.push(await client.callTool({ name: "mcp__office__shed_note", arguments: {} }));
      answers.push(await client.callTool({ name: "run_program", arguments: { code: askingProgram } }));
      answers.push(await client.listTools());
      await leave();
      return JSON.stringify(answers);
    },
    call: async (visit, tool, path) => {
      const { client, leave } = await connect(visit);
      const full = `mcp__office__${tool}`;
      await client.callTool({ name: "describe_tools", arguments: { names: [full] } });
      await client.callTool({ name: full, arguments: { path } });
      await client.callTool({ name: "call_tool", arguments: { name: full, arguments: { path } } });
      await client.callTool({ name: "call_tool", arguments: { name: full, arguments: JSON.stringify({ path }) } });
      const code = `await tools[${JSON.stringify(full)}](${JSON.stringify({ path })});`;
      await client.callTool({ name: "run_program", arguments: { code } });
      await leave();
      return ranHere(visit, tool);
    },
  };
}

/** How often the office's server ran a tool. */
export function ranHere({ office }: Visit, tool: NoteTool): number {
  return office.runs().filter((run) => run.startsWith(`${tool} `)).length;
}
