// Forty servers of 25 tools: from nothing to the answer of the first search, and the memory of everything that runs then.
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { createFront, ServerPool } from "@toolcrib/mcp";

const [, , start, cacheFolder] = process.argv;
const script = fileURLToPath(new URL("./tools-server.mjs", import.meta.url));
const entries = Array.from({ length: 40 }, (_, position) => ({
  name: `server${position}`,
  source: "bench",
  disabled: false,
  alwaysLoad: false,
  policy: [],
  transport: "stdio",
  command: process.execPath,
  args: [script, "25", `server${position}`],
  env: {},
}));
const pool = new ServerPool({ entries, cacheFolder, start: start === "eager" ? "eager" : "lazy" });
if (start !== "lazy") {
  await pool.start();
  await Promise.all(entries.map(({ name }) => pool.connect(name)));
}
const front = await createFront({ pool });
const [ours, theirs] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: "bench", version: "1.0.0" });
await Promise.all([front.createServer().connect(theirs), client.connect(ours)]);
const query = "schedule a report for a customer";
const { content } = await client.callTool({ name: "search_tools", arguments: { query } });
// Counted from the start of the process.
const milliseconds = performance.now();
if (!content[0].text.includes("1000 tools")) throw new Error(`the search was not over everything: ${content[0].text}`);

// Resident memory of this process and of all that it started.
const rows = execFileSync("ps", ["-e", "-o", "pid=,ppid=,rss="], { encoding: "utf8" }).trim().split("\n");
const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
const family = new Set([process.pid]);
for (let before = 0; before !== family.size; ) {
  before = family.size;
  for (const [pid, parent] of processes) if (family.has(parent)) family.add(pid);
}
const kilobytes = processes.reduce((sum, [pid, , rss]) => sum + (family.has(pid) ? rss : 0), 0);
const servers = pool.servers().filter(({ processId }) => processId !== undefined).length;
await client.close();
await front.close();
await pool.close();
console.log(JSON.stringify({ milliseconds, megabytes: kilobytes / 1024, servers }));
process.exit();
