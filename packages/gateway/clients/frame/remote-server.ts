import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { everythingProgram } from "./mcp-servers.ts";

/** A real MCP server over HTTP. */
export interface RemoteServer {
  readonly name: string;
  /** Its endpoint. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Starts the server `everything` on a free port. */
export async function startRemoteServer(): Promise<RemoteServer> {
  const port = await freePort();
  const child = spawn(process.execPath, [everythingProgram, "streamableHttp"], {
    env: { PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk: Buffer) => {
      if (String(chunk).includes("listening")) resolve();
    });
    child.on("exit", () => reject(new Error("The MCP server over HTTP does not start.")));
  });
  return {
    name: "everything",
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
}

/** The server cannot choose a port by itself. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, "close");
  return port;
}
