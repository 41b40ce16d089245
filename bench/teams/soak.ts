// `npm run soak:teams -- --minutes 30`: replicas come and go, gracefully and killed, under load; nothing else may be lost.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { verifyAudit } from "@toolcrib/gateway";
import { startRoundRobin } from "../../packages/cli/src/testing/round-robin.ts";
import { startPostgres } from "../../packages/store/src/testing/postgres-server.ts";
import { question, startModel } from "./model.ts";
import { type ReplicaProcess, startReplica } from "./replica-process.ts";

const { values: options } = parseArgs({
  args: process.argv.slice(2),
  options: { minutes: { type: "string", default: "30" }, clients: { type: "string", default: "8" } },
});
const endsAt = Date.now() + Number(options.minutes) * 60_000;
/** Every so many replacements, a replica is killed instead. */
const killEvery = 5;
const restSeconds = 5;
/** What a killed process may lose of the audit log: the calls of its last moment. */
const writeMilliseconds = 500;

const folder = mkdtempSync(join(tmpdir(), "toolcrib-soak-"));
const postgres = await startPostgres();
const model = await startModel();
const config = join(folder, "toolcrib.json");
writeFileSync(
  config,
  JSON.stringify({
    upstreams: { test: { dialect: "anthropic", url: model.url } },
    store: await postgres.createDatabase(),
    audit: {},
    quotas: [{ name: "all", window: "month", per: [], requests: 1e12 }],
    shutdown: { delaySeconds: 1, drainSeconds: 20 },
  }),
);
const balancer = await startRoundRobin();
let replicas = await Promise.all([startReplica(config), startReplica(config), startReplica(config)]);
for (const { url } of replicas) balancer.servers.add(url);
await wait(1_000);

let sent = 0;
const answeredAt: number[] = [];
const failedAt: { readonly at: number; readonly reason: string }[] = [];
const kills: number[] = [];
const client = async (): Promise<void> => {
  while (Date.now() < endsAt) {
    const id = `toolu_${sent++}`;
    const messages = [
      ...question.messages,
      { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { id } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
    ];
    const reason = await problemOf({ ...question, messages });
    if (reason === undefined) answeredAt.push(Date.now());
    else failedAt.push({ at: Date.now(), reason });
    await wait(5);
  }
};
const clients = Array.from({ length: Number(options.clients) }, client);
for (let replaced = 1; Date.now() < endsAt; replaced++) {
  await wait(restSeconds * 1_000);
  const replacement = await startReplica(config);
  balancer.servers.add(replacement.url);
  const [old, ...others] = replicas as [ReplicaProcess, ...ReplicaProcess[]];
  const isKilled = replaced % killEvery === 0;
  if (isKilled) kills.push(Date.now());
  await old.end(isKilled ? "SIGKILL" : "SIGTERM");
  balancer.servers.delete(old.url);
  replicas = [...others, replacement];
}
await Promise.all(clients);
const [first, ...others] = replicas as [ReplicaProcess, ...ReplicaProcess[]];
await Promise.all(others.map((replica) => replica.end("SIGTERM")));
await wait(1_000);
const lines = await readLines(first.url);
const { problems, lostCalls } = await verifyAudit(lines, { publicKeys: [] });
const calls = lines.filter((line) => line.includes('"kind":"call"')).length;
await first.end("SIGTERM");
balancer.close();
await model.close();
await postgres.close();
rmSync(folder, { recursive: true, force: true });

const isNearKill = (at: number): boolean => kills.some((killed) => Math.abs(at - killed) < 3_000);
const unexplained = failedAt.filter(({ at }) => !isNearKill(at));
const nearKills = answeredAt.filter((at) => kills.some((killed) => Math.abs(killed - at) < writeMilliseconds)).length;
console.log(
  `${sent} requests, ${failedAt.length} failed, ${unexplained.length} of them not at a kill; ${kills.length} kills`,
);
console.log(
  `audit log: ${calls} calls of ${answeredAt.length} answered, ${lostCalls} lost, ${problems.length} problems`,
);
for (const { reason } of unexplained.slice(0, 5)) console.log(reason);
const isComplete = calls >= answeredAt.length - nearKills;
const held = unexplained.length === 0 && problems.length === 0 && lostCalls === 0 && isComplete;
console.log(held ? "it held" : "IT DID NOT HOLD");
process.exit(held ? 0 : 1);

/** Why a request was not answered; undefined if it was. */
async function problemOf(body: object): Promise<string | undefined> {
  try {
    const response = await fetch(`${balancer.url}/v1/messages`, { method: "POST", body: JSON.stringify(body) });
    await response.text();
    return response.status === 200 ? undefined : `status ${response.status}`;
  } catch (error) {
    return String(error);
  }
}

async function readLines(url: string): Promise<readonly string[]> {
  const all: string[] = [];
  for (let from: number | null = 1; from !== null; ) {
    const page = (await (await fetch(`${url}/admin/audit?limit=1000&from=${from}`)).json()) as {
      lines: string[];
      next: number | null;
    };
    all.push(...page.lines);
    from = page.next;
  }
  return all;
}
