import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { ToolDefinition } from "../types.ts";

export interface ListedServer {
  readonly instructions: string | undefined;
  readonly tools: readonly ToolDefinition[];
}

interface Reply {
  readonly id?: number;
  readonly method?: string;
  readonly error?: { readonly message: string };
  readonly result?: Readonly<Record<string, unknown>>;
}

/** Starts an MCP server and lists its tools. Plain JSON-RPC, because a client library may drop fields that it does not know. */
export async function listTools(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  folder: string,
): Promise<ListedServer> {
  const [program = "", ...args] = command;
  const child = spawn(program, args, { cwd: folder, env: environment, stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, { resolve: (result: Reply["result"]) => void; reject: (error: Error) => void }>();
  let errors = "";
  const failAll = (reason: string): void => {
    for (const { reject } of waiting.values()) reject(new Error(`${reason}\n${errors.slice(-2000)}`));
    waiting.clear();
  };
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdin.on("error", () => {});
  child.on("error", (error) => failAll(error.message));
  child.on("exit", (code) => failAll(`server exited with ${code}`));
  const timer = setTimeout(() => failAll("no answer for 60 seconds"), 60_000);

  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith("{")) return;
    const reply = JSON.parse(line) as Reply;
    if (reply.id === undefined || reply.method !== undefined) return;
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error) caller?.reject(new Error(reply.error.message));
    else caller?.resolve(reply.result);
  });

  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  let lastId = 0;
  const request = (method: string, params: object): Promise<Readonly<Record<string, unknown>>> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve: (result) => resolve(result ?? {}), reject });
      send({ id, method, params });
    });

  try {
    const hello = await request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "collect", version: "1.0.0" },
    });
    send({ method: "notifications/initialized" });
    const tools: ToolDefinition[] = [];
    let cursor: unknown;
    do {
      const page = await request("tools/list", cursor === undefined ? {} : { cursor });
      tools.push(...(page["tools"] as ToolDefinition[]));
      cursor = page["nextCursor"];
    } while (typeof cursor === "string");
    return { instructions: hello["instructions"] as string | undefined, tools };
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
