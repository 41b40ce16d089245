import type { ServerEntry } from "../config/index.ts";
import { createFront, ServerPool, serveFrontOnStdio } from "../index.ts";
import { wordsOnly } from "./open-front.ts";

// The front as a separate program: ENTRIES holds the servers, CAPABILITIES the client capabilities sent to them.
const entries = JSON.parse(process.env["ENTRIES"] ?? "[]") as ServerEntry[];
const clientCapabilities = JSON.parse(process.env["CAPABILITIES"] ?? "{}");
const pool = new ServerPool({ entries, cacheFolder: null, clientCapabilities });
await pool.settled(20_000);
const front = await createFront({ pool, index: wordsOnly() });
const { closed } = serveFrontOnStdio(front);
await closed;
await front.close();
await pool.close();
