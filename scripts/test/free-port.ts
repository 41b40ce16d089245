import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that systems give to connections, and to servers that take any: nobody else gets one of these meanwhile. */
const [firstPort, endOfPorts] = [20_000, 32_000];

/** A port of this machine for a program that cannot choose one itself, and that needs a while until it listens. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, endOfPorts);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
