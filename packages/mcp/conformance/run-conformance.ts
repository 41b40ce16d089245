// `npm run test:conformance`: runs the public conformance suite against the front, as a server, and the pool, as a client.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newerNode } from "../src/testing/newer-node.ts";
import { type Generation, serveForSuite } from "./serve-front.ts";

const home = import.meta.dirname;
const suite = join(home, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const revisions = ["2025-11-25", "2026-07-28"] as const;
const limits = { timeout: 900_000, maxBuffer: 256 * 1024 * 1024 };

interface Outcome {
  readonly what: string;
  readonly summary: string;
  readonly isExpected: boolean;
}

async function run(
  command: string,
  commandLine: readonly string[],
  cwd: string,
): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(command, commandLine, { ...limits, cwd }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, text: `${stderr}${stdout}` });
    });
  });
}

async function runSuite(what: string, commandLine: readonly string[]): Promise<Outcome> {
  // The suite writes its results into the current folder.
  const { code, text } = await run(
    newerNode(),
    [suite, ...commandLine],
    mkdtempSync(join(tmpdir(), "toolcrib-conformance-")),
  );
  const summary = text.slice(Math.max(0, text.search(/=== (?:SUITE )?SUMMARY ===/)));
  console.log(`\n# ${what}\n${summary}`);
  const total = /^Total: .*$/m.exec(summary)?.[0] ?? "no result";
  return { what, summary: total, isExpected: code === 0 };
}

/** What is known to fail, with its reason, stands in a file for each run. */
function baseline(name: string): readonly string[] {
  const file = join(home, "expected-failures", `${name}.yml`);
  return existsSync(file) ? ["--expected-failures", file] : [];
}

async function testFront(generation: Generation, revision: string): Promise<Outcome> {
  const served = await serveForSuite(generation);
  try {
    const name = `server-${revision}-${generation}`;
    const options = ["server", "--url", served.url, "--requirements", revision, ...baseline(name)];
    return await runSuite(`front, ${revision}, before a server of the ${generation} era`, options);
  } finally {
    await served.close();
  }
}

async function testPool(revision: string): Promise<Outcome> {
  const client = fileURLToPath(new URL("./client-under-test.mjs", import.meta.url));
  const options = [
    "client",
    "--command",
    `${process.execPath} ${client}`,
    "--requirements",
    revision,
    "--timeout",
    "120000",
  ];
  return runSuite(`pool, ${revision}`, [...options, ...baseline(`client-${revision}`)]);
}

if (!existsSync(suite)) {
  const { code, text } = await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], home);
  if (code !== 0) throw new Error(`The suite cannot be installed. Run npm ci in ${home}.\n${text}`);
}
const only = process.argv[2];
const outcomes: Outcome[] = [];
for (const revision of revisions) {
  if (only !== "client") {
    for (const generation of ["legacy", "modern"] as const) outcomes.push(await testFront(generation, revision));
  }
  if (only !== "server") outcomes.push(await testPool(revision));
}
console.log("\n# All");
for (const { what, summary, isExpected } of outcomes)
  console.log(`${isExpected ? "as expected" : "UNEXPECTED"}  ${what}: ${summary}`);
process.exitCode = outcomes.every(({ isExpected }) => isExpected) ? 0 : 1;
