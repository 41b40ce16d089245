import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A tool as its server defines it: nothing is shortened and nothing is added. */
export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: object;
  readonly outputSchema?: object;
  readonly annotations?: object;
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface ToolPage {
  readonly tools: readonly ToolDefinition[];
  readonly nextCursor?: string;
}

type Request = (method: string, params: object) => Promise<unknown>;

const patienceMs = 60_000;

/**
 * Starts a server on stdio and lists its tools, page by page. It speaks JSON-RPC itself, because the client of the SDK
 * drops what its schemas do not know.
 */
export async function listTools(
  command: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<readonly ToolDefinition[]> {
  const server = spawn(command, args, { ...options, stdio: "pipe" });
  // A server that ends early closes its input while this side still writes.
  server.stdin.on("error", () => {});
  const complaints: Buffer[] = [];
  server.stderr.on("data", (complaint: Buffer) => complaints.push(complaint));
  const timer = setTimeout(() => server.kill("SIGKILL"), patienceMs);
  try {
    const { request, notify } = speak(server);
    await request("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "toolcrib-bench", version: "1.0.0" },
    });
    notify("notifications/initialized");
    return await listPages(request);
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${Buffer.concat(complaints).toString().slice(-1500)}`);
  } finally {
    clearTimeout(timer);
    await end(server);
  }
}

async function listPages(request: Request): Promise<readonly ToolDefinition[]> {
  const tools: ToolDefinition[] = [];
  let cursor: string | undefined;
  do {
    const page = (await request("tools/list", cursor === undefined ? {} : { cursor })) as ToolPage;
    tools.push(...page.tools.map(definitionOf));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

function definitionOf({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ToolDefinition): ToolDefinition {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    ...(annotations !== undefined && { annotations }),
  };
}

function speak(server: ChildProcessWithoutNullStreams): {
  readonly request: Request;
  readonly notify: (method: string) => void;
} {
  const waiting = new Map<number | string, PromiseWithResolvers>();
  const send = (message: object) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const fail = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new Error(reason));
    waiting.clear();
  };
  server.on("error", ({ message }) => fail(message));
  server.on("close", (code, signal) => fail(`The server ended (${signal ?? code}) before it answered.`));
  createInterface({ input: server.stdout }).on("line", (line) => {
    const { id, method, result, error } = parseMessage(line);
    if (id === undefined) return;
    if (method !== undefined) {
      // What the server asks of this side: it has no roots, no model and no person.
      send(method === "ping" ? { id, result: {} } : { id, error: { code: -32601, message: "Method not found" } });
      return;
    }
    const request = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) request?.resolve(result);
    else request?.reject(new Error(error.message));
  });
  let lastId = 0;
  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        send({ id: lastId, method, params });
      }),
    notify: (method) => send({ method }),
  };
}

interface PromiseWithResolvers {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Some servers write their log to stdout: such a line says nothing. */
function parseMessage(line: string): Message {
  try {
    const message: unknown = JSON.parse(line);
    return typeof message === "object" && message !== null ? message : {};
  } catch {
    return {};
  }
}

async function end(server: ChildProcessWithoutNullStreams): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const closed = once(server, "close");
  server.stdin.end();
  const timer = setTimeout(() => server.kill("SIGKILL"), 2000);
  await closed;
  clearTimeout(timer);
}
