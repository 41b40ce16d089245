import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../packages/cli/bin/toolcrib.js", import.meta.url));
const meter = new URL("tick-meter.mjs", import.meta.url).href;

export interface StartedGateway {
  readonly url: string;
  /** The longest processor time between two turns of its event loop since it was asked last, in milliseconds. */
  readonly longestTurn: () => Promise<number>;
  readonly stop: () => void;
}

/** Runs the built command with this config, in a process of its own. */
export async function startGateway(file: string, folder: string): Promise<StartedGateway> {
  const child = spawn(
    process.execPath,
    ["--import", meter, command, "serve", "--config", file, "--port", "0", "--json"],
    {
      cwd: folder,
      env: { ...process.env, HOME: folder, XDG_CACHE_HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let answer: ((milliseconds: number) => void) | undefined;
  createInterface({ input: child.stderr }).on("line", (line) => {
    const [, milliseconds] = /^longest turn ([\d.]+)$/.exec(line) ?? [];
    if (milliseconds === undefined) process.stderr.write(`${line}\n`);
    else answer?.(Number(milliseconds));
  });
  const longestTurn = (): Promise<number> =>
    new Promise((resolve) => {
      answer = resolve;
      child.kill("SIGUSR2");
    });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url: string };
    child.stdout.resume();
    return { url, longestTurn, stop: () => void child.kill("SIGKILL") };
  }
  throw new Error("The gateway did not start: expected its address, got no output. Build it with `npm run build`.");
}
