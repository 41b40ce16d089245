import type { ServerPool, ServerStatus } from "@toolcrib/mcp";
import type { Output } from "../output/console-output.ts";
import { createProgressBar } from "../output/progress-bar.ts";

/** Waits until the tools of every server are known or cannot be, and shows how far it is. */
export async function waitForServers(pool: ServerPool, milliseconds: number, output: Output): Promise<void> {
  const progressBar = createProgressBar("Starting servers", output);
  const update = (): void => {
    const servers = pool.servers();
    progressBar.update(servers.filter(isSettled).length, servers.length);
  };
  await pool.start();
  update();
  const stopListening = pool.subscribe(update);
  try {
    await pool.settled(milliseconds);
  } finally {
    stopListening();
    progressBar.finish();
  }
}

function isSettled({ state, isListed }: ServerStatus): boolean {
  return isListed || state === "failed" || state === "disabled";
}
