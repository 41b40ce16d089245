import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const command = fileURLToPath(new URL("../../packages/cli/bin/toolcrib.js", import.meta.url));

/** Runs the built command with this config, in a process of its own. */
export async function startGateway(
  file: string,
  folder: string,
): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = spawn(process.execPath, [command, "serve", "--config", file, "--port", "0", "--json"], {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_CACHE_HOME: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { url: string };
    child.stdout.resume();
    return { url, stop: () => void child.kill("SIGKILL") };
  }
  throw new Error("The gateway did not start: expected its address, got no output. Build it with `npm run build`.");
}
