// The front as a separate program: ENTRIES holds the servers, CAPABILITIES the client capabilities sent to them. It is the built package:
// reading the sources takes a process three times as long.

import { ToolIndex } from "@toolcrib/search";

const built = new URL("../../dist/index.js", import.meta.url);
const { createFront, ServerPool, serveFrontOnStdio } = await import(built.href);
const entries = JSON.parse(process.env.ENTRIES ?? "[]");
const clientCapabilities = JSON.parse(process.env.CAPABILITIES ?? "{}");
const pool = new ServerPool({ entries, cacheFolder: null, clientCapabilities });
await pool.settled(20_000);
const front = await createFront({ pool, index: new ToolIndex({ embedder: null }) });
const { closed } = serveFrontOnStdio(front);
await closed;
await front.close();
await pool.close();
