// The gateway in a process of its own, so that its processor time is that of nothing else, and its heap holds nothing else.
import { createFront, createFrontHttpHandler, ServerPool } from "@toolcrib/mcp";
import { createGateway } from "../../src/server/create-gateway.ts";
import { configOf } from "./upstream.ts";

const [upstreamUrl = ""] = process.argv.slice(2);

async function start() {
  const pool = new ServerPool({ entries: [], cacheFolder: null });
  const front = await createFront({ pool });
  const mcpHandler = createFrontHttpHandler(front, { isGuarded: true });
  const gateway = await createGateway(configOf(upstreamUrl), { mcpHandler });
  const { url } = await gateway.listen({ port: 0 });
  const close = async (): Promise<void> => {
    await gateway.close();
    await mcpHandler.close();
    await front.close();
    await pool.close();
  };
  return { url, close };
}

let running = await start();
const send = (message: unknown): void => void process.send?.(message);

process.on("message", (question) => {
  if (question === "cpu") {
    const { user, system } = process.cpuUsage();
    send((user + system) / 1_000);
    return;
  }
  // Remembers nothing of earlier bodies.
  void running
    .close()
    .then(start)
    .then((started) => {
      running = started;
      globalThis.gc?.();
      send(started.url);
    });
});
process.on("disconnect", () => process.exit());
send(running.url);
