import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { largePeers, lowestPeers, newestPeers } from "./lowest-peers.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const chosen = process.argv.slice(2);
const adapters = chosen.length === 0 ? Object.keys(lowestPeers) : chosen;

/** Runs an adapter's tests with the lowest and the newest versions of its framework, and with what `npm ci` leaves out. */
function testPeers(adapter: string): boolean {
  const [lowest, newest] = [lowestPeers[adapter], newestPeers[adapter]];
  if (lowest === undefined || newest === undefined) {
    console.error(`There is no adapter ${adapter}: expected one of ${Object.keys(lowestPeers).join(", ")}.`);
    return false;
  }
  const large = largePeers[adapter];
  const suite = `packages/adapters/${adapter}/test/adapter-suite.test.ts`;
  const sdkTests = `packages/adapters/${adapter}/sdk-test`;
  const tests = existsSync(join(root, suite)) ? suite : sdkTests;
  const results = [
    testWith(adapter, lowest, tests),
    testWith(adapter, newest, tests),
    large === undefined || testWith(adapter, large, sdkTests),
  ];
  return results.every((passed) => passed);
}

/** Installs these versions into a folder of their own, and runs the adapter's tests with them. */
function testWith(adapter: string, versions: Readonly<Record<string, string>>, tests: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-peers-"));
  try {
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies: versions }),
    );
    // Vite resolves from where an existing file imports.
    writeFileSync(join(folder, "program.js"), "");
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    if (spawnSync("npm", install, { cwd: folder, stdio: "inherit" }).status !== 0) return false;
    const installed = Object.keys(versions).map((name) => `${name} ${versionIn(folder, name)}`);
    console.log(`\n${adapter}: ${installed.join(", ")}`);
    if (tests.endsWith("sdk-test") && !checkTypes(adapter, folder)) return false;
    const config = "packages/adapters/suite/peers/vitest.config.ts";
    const environment = {
      ...process.env,
      TOOLCRIB_PEERS: folder,
      TOOLCRIB_PEER_NAMES: Object.keys(versions).join(","),
    };
    const run = ["vitest", "run", "--config", config, tests];
    return spawnSync("npx", run, { cwd: root, stdio: "inherit", env: environment }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function versionIn(folder: string, name: string): string {
  const manifest = readFileSync(join(folder, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(manifest) as { readonly version: string }).version;
}

/** The tests and the example of what `npm ci` leaves out are checked here, with its real types. */
function checkTypes(adapter: string, folder: string): boolean {
  for (const name of ["packages", "examples"]) symlinkSync(join(root, name), join(folder, name));
  linkMissing(join(root, "node_modules"), join(folder, "node_modules"));
  const project = join(folder, "tsconfig.json");
  writeFileSync(
    project,
    JSON.stringify({
      extends: join(root, "tsconfig.frameworks.json"),
      // The files are seen in this folder, beside its packages.
      compilerOptions: { preserveSymlinks: true },
      include: [`packages/adapters/${adapter}/sdk-test/*.ts`, `examples/agent-${adapter}/*.ts`],
      exclude: ["**/*.test.ts"],
    }),
  );
  return spawnSync("npx", ["tsc", "-p", project], { cwd: root, stdio: "inherit" }).status === 0;
}

/** Links the packages that a folder lacks. */
function linkMissing(from: string, to: string): void {
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith("."))) {
    const [source, target] = [join(from, name), join(to, name)];
    if (!existsSync(target)) symlinkSync(source, target);
    else if (name.startsWith("@")) linkMissing(source, target);
  }
}

const failed = adapters.filter((adapter) => !testPeers(adapter));
if (failed.length > 0) console.error(`Failed: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
