// Toolcrib's front before one server with some tools, on standard input and output or over HTTP.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createFront, createFrontHttpHandler, ServerPool, serveFrontOnStdio } from "@toolcrib/mcp";

const [, , transport, count] = process.argv;
const script = fileURLToPath(new URL("./tools-server.mjs", import.meta.url));
const entry = { name: "bench", source: "bench", disabled: false, alwaysLoad: false, policy: [] };
const pool = new ServerPool({
  entries: [{ ...entry, transport: "stdio", command: process.execPath, args: [script, count], env: {} }],
  cacheFolder: null,
});
await pool.settled(60_000);
const front = await createFront({ pool });

if (transport === "stdio") {
  const { closed } = serveFrontOnStdio(front);
  await closed;
  await pool.close();
  process.exit();
} else {
  const handle = createFrontHttpHandler(front);
  const listener = createServer((request, response) => void handle(request, response));
  listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
  process.stdin
    .on("end", async () => {
      await pool.close();
      process.exit();
    })
    .resume();
}
