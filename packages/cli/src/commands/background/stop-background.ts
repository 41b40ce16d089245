import { setTimeout as sleep } from "node:timers/promises";
import { CommandError } from "../../errors/command-error.ts";
import { type BackgroundGateway, findBackgroundGateway, isRunning } from "./background-state.ts";

const pollMilliseconds = 50;
/** Running answers get ten seconds; then come the MCP servers. */
const maxPolls = 400;

/** Stops the gateway that runs in the background; undefined if there is none. */
export async function stopBackground(): Promise<BackgroundGateway | undefined> {
  const gateway = await findBackgroundGateway();
  if (gateway === undefined) return undefined;
  process.kill(gateway.pid, "SIGTERM");
  for (let polls = 0; isRunning(gateway.pid); polls++) {
    if (polls >= maxPolls) throw new CommandError("background_not_stopped", { pid: gateway.pid });
    await sleep(pollMilliseconds);
  }
  return gateway;
}
