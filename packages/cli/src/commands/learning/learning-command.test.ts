import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createGateway } from "@toolcrib/gateway";
import { ToolIndex, UsageHistory } from "@toolcrib/search";
import { describe, expect, it, onTestFinished } from "vitest";
import { runInProcess } from "../../testing/run-in-process.ts";
import { createTemporaryFiles } from "../../testing/temporary-files.ts";

const files = createTemporaryFiles();
const tools = [
  { name: "post", description: "Post a note to the team." },
  { name: "share", description: "Share a note with the team." },
  { name: "read", description: "Read a file." },
];
const query = "note for the team";

/** A history in which the tool that comes second was called. */
async function learned(): Promise<{ readonly second: string; readonly usage: UsageHistory }> {
  const usage = new UsageHistory();
  const index = new ToolIndex({ embedder: null });
  index.add(tools);
  const second = (await index.search(query)).hits[1]?.name as string;
  for (let time = 0; time < 4; time++) {
    await index.search(query, { usage });
    usage.recordCall(query, second);
  }
  return { second, usage };
}

async function startGateway(learn = true): Promise<string> {
  const sha256 = createHash("sha256").update("root key").digest("hex");
  const keys = [
    { name: "root", sha256, admin: true },
    { name: "alice", sha256: createHash("sha256").update("alice key").digest("hex") },
  ];
  const gateway = await createGateway({ search: { learn }, keys });
  onTestFinished(() => gateway.close());
  return (await gateway.listen({ port: 0 })).url;
}

const run = (options: readonly string[], key = "root key") =>
  runInProcess(["learning", ...options], { environment: { TOOLCRIB_KEY: key }, folder: files.folder });

describe("toolcrib learning", () => {
  it("imports, shows, exports and resets what a running gateway learned", async () => {
    const { second, usage } = await learned();
    const file = files.write("alice.json", JSON.stringify(usage));
    const gateway = ["--gateway", await startGateway()];

    expect((await run([...gateway, "alice", "--import", file])).exitCode).toBe(0);
    expect((await run(gateway)).stdout).toMatch(/root {2}0 tools, 0\.0 calls\nalice {2}1 tool, 4\.0 calls/);
    expect((await run([...gateway, "alice"])).stdout).toMatch(new RegExp(`${second} {2}4.0 calls\n    .*team \\+`));
    const exported = JSON.parse((await run([...gateway, "alice", "--export"])).stdout);
    expect(UsageHistory.fromJSON(exported).size).toBe(1);
    const other = await run([...gateway, "alice", "--reset", "--tool", "another", "--json"]);
    expect(JSON.parse(other.stdout)).toEqual({ tenant: "alice", learned: [] });
    expect((await run([...gateway, "alice", "--json"])).stdout).toContain(second);
    expect((await run([...gateway, "alice", "--reset"])).stdout).toContain("Nothing is learned.");
  });

  it("does the same with a file, which only its owner can read", async () => {
    const { second, usage } = await learned();
    const other = files.write("other.json", JSON.stringify(usage));
    const file = files.write("history.json", JSON.stringify(new UsageHistory()));

    expect((await run(["--file", file])).stdout).toBe("Nothing is learned.\n");
    await run(["--file", file, "--import", other]);
    expect((await run(["--file", file])).stdout).toContain(second);
    expect(statSync(file).mode & 0o077).toBe(0);
    await run(["--file", file, "--reset"]);
    expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({
      version: 1,
      tools: [],
      preferences: { servers: [] },
    });
  });

  it.each([
    ["no JSON", "{"],
    ["another version", '{"version":2,"tools":[]}'],
    ["a forged weight", '{"version":1,"tools":[{"name":"a","hash":"b","calls":1,"updatedAt":0,"words":[["x",99]]}]}'],
  ])("refuses a history that is %s, with its file and the reason", async (_what, text) => {
    const file = files.write("forged.json", text);
    for (const options of [
      ["--file", file],
      ["alice", "--import", file],
    ]) {
      const { exitCode, stderr, stdout } = await run(options);
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
      expect(stderr).toContain(`${file} is not a history of calls: `);
      expect(stderr).not.toContain("    at ");
    }
  });

  it("says why a gateway does not answer", async () => {
    const url = await startGateway();
    const off = await startGateway(false);
    const reasons = [
      await run(["--gateway", url], "wrong key"),
      await run(["--gateway", url], "alice key"),
      await run(["--gateway", url, "carol"]),
      await run(["--gateway", "http://127.0.0.1:1"]),
      await run(["--gateway", off, "alice"]),
    ];

    expect(reasons.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2, 2]);
    const parts = [
      "status 401",
      "status 403",
      "Nothing is learned for 'carol'",
      "The request to the gateway",
      "does not learn",
    ];
    for (const [position, part] of parts.entries()) expect(reasons[position]?.stderr).toContain(part);
    expect((await run(["--gateway", off])).stdout).toContain("The gateway does not learn");
  });
});

describe("--history", () => {
  it("lets search and eval rank by what was learned", async () => {
    const { second, usage } = await learned();
    const text = JSON.stringify(usage);
    const history = files.write("ranked.json", text);
    const catalogue = files.write("tools.jsonl", tools.map((tool) => JSON.stringify(tool)).join("\n"));
    const queries = files.write("queries.jsonl", JSON.stringify({ id: "1", query, gold: [second] }));
    const inFolder = { folder: files.folder };
    const search = ["search", query, "--tools", catalogue, "--json"];
    const measure = ["eval", "--tools", catalogue, "--queries", queries, "--json"];
    const firstOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).hits[0].name;
    const recallOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout).recall["1"];

    expect(firstOf(await runInProcess(search, inFolder))).not.toBe(second);
    expect(firstOf(await runInProcess([...search, "--history", history], inFolder))).toBe(second);
    expect(recallOf(await runInProcess(measure, inFolder))).toBe(0);
    expect(recallOf(await runInProcess([...measure, "--history", history], inFolder))).toBe(1);
    expect(readFileSync(history, "utf8")).toBe(text);
  });
});
