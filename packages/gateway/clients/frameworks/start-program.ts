import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ClientAnswer, Conversation, StartOptions } from "../frame/client.ts";
import { mcpServers } from "../frame/mcp-servers.ts";

/** A conversation of a program in `programs/`. */
export interface ProgramOptions {
  readonly program: string;
  readonly conversation: string;
  readonly api: "chat" | "responses";
  /** Later turns are streamed. */
  readonly wholeTurns: number;
}

const main = fileURLToPath(new URL("programs/main.mjs", import.meta.url));
const maxTurnMilliseconds = 60_000;

/** Starts a program in a process of its own: plain Node, with nothing but the framework in it. */
export async function startProgram(
  { gatewayUrl: url, model, folders: { root, project }, remoteServer }: StartOptions,
  { wholeTurns, ...options }: ProgramOptions,
): Promise<Conversation> {
  const environment = { PATH: process.env["PATH"] ?? "", HOME: root };
  const given = { ...options, url, model, servers: mcpServers(root), remoteServer };
  const child = spawn(process.execPath, [main, JSON.stringify(given)], { cwd: project, env: environment });
  const stderr: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  const exited = new Promise<void>((resolve) => child.on("close", () => resolve()));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async (): Promise<ClientAnswer> => {
    const timer = setTimeout(() => child.kill("SIGKILL"), maxTurnMilliseconds);
    const { done, value } = await lines.next();
    clearTimeout(timer);
    if (done !== true) return JSON.parse(value) as ClientAnswer;
    return { text: "", errors: [`the program ends: ${String(Buffer.concat(stderr))}`] };
  };
  const { errors } = await readLine();
  if (errors.length > 0) throw new Error(errors.join("\n"));
  let turns = 0;
  return {
    ask: (prompt) => {
      turns += 1;
      child.stdin.write(`${JSON.stringify({ prompt, isStreaming: turns > wholeTurns })}\n`);
      return readLine();
    },
    close: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
