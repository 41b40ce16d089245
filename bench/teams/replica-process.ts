import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../packages/cli/bin/toolcrib.js", import.meta.url));
const nanosecondsPerMillisecond = 1e6;

/** A process of the built command. */
export interface ReplicaProcess {
  readonly url: string;
  /** Processor time so far, in milliseconds. */
  processorMilliseconds(): number;
  /** Sends a signal, and resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts `toolcrib serve` with a config file. */
export async function startReplica(config: string): Promise<ReplicaProcess> {
  const child: ChildProcess = spawn(
    process.execPath,
    [command, "serve", "--quiet", "--port", "0", "--json", "--config", config],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      output += String(chunk);
      const line = output.split("\n", 1)[0] ?? "";
      if (output.includes("\n")) resolve((JSON.parse(line) as { url: string }).url);
    });
    void ended.then(() => reject(new Error(`The replica ended: ${output}`)));
  });
  return {
    url,
    processorMilliseconds: () => {
      const threads = readdirSync(`/proc/${child.pid}/task`);
      const nanoseconds = threads.map((thread) =>
        Number(readFileSync(`/proc/${child.pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
      );
      return nanoseconds.reduce((sum, each) => sum + each, 0) / nanosecondsPerMillisecond;
    },
    end: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}
