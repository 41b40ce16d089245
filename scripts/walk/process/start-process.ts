import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Command, CommandReply, ProcessOptions } from "./commands.ts";
import type { ExecutedFunction } from "./function-coverage.ts";

/** The measured process. */
export interface MeasuredProcess {
  /** The gateway's address. */
  readonly url: string;
  /** Searches the index of a program, and gives the names of what it finds. */
  readonly search: (query: string) => Promise<readonly string[]>;
  /** Runs a request, waits for all that it started, and gives what ran meanwhile. */
  readonly measure: (request: () => Promise<void>) => Promise<readonly ExecutedFunction[]>;
  readonly close: () => Promise<void>;
}

const entry = fileURLToPath(new URL("gateway-process.ts", import.meta.url));

/** The folder takes what the process keeps. */
export async function startProcess(options: ProcessOptions, folder: string): Promise<MeasuredProcess> {
  const child = fork(entry, [JSON.stringify(options)], {
    execArgv: ["--import", "tsx"],
    // Neither logins and pins of this user nor a wish for colours make a difference.
    env: {
      PATH: process.env["PATH"],
      HOME: folder,
      XDG_CACHE_HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let log = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log += text;
  });
  const waiting = new Map<number, (reply: CommandReply) => void>();
  const reply = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(id, ({ error, result }) => (error === undefined ? resolve(result) : reject(new Error(error))));
    });
  child.on("message", (message: CommandReply) => {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  const exited = new Promise((resolve) => child.on("exit", resolve));
  child.on("exit", () => {
    for (const [id, end] of waiting) end({ id, error: `The measured process ended: ${log}` });
  });
  let commands = 0;
  const send = (command: Omit<Command, "id">): Promise<unknown> => {
    commands += 1;
    child.send({ id: commands, ...command });
    return reply(commands);
  };
  const url = (await reply(0)) as string;
  return {
    url,
    search: async (query) => (await send({ name: "search", query })) as readonly string[],
    measure: async (request) => {
      await send({ name: "begin" });
      await request();
      return (await send({ name: "end" })) as readonly ExecutedFunction[];
    },
    close: async () => {
      // The process ends when it has no parent any more.
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
