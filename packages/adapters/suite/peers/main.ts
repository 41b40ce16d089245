import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lowestPeers } from "./lowest-peers.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const chosen = process.argv.slice(2);
const adapters = chosen.length === 0 ? Object.keys(lowestPeers) : chosen;

/** Installs the lowest versions into a folder of their own, and runs the adapter's tests with them. */
function testLowest(adapter: string): boolean {
  const versions = lowestPeers[adapter];
  if (versions === undefined) {
    console.error(`There is no adapter ${adapter}: expected one of ${Object.keys(lowestPeers).join(", ")}.`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-peers-"));
  try {
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies: versions }),
    );
    // Vite resolves from where an existing file imports.
    writeFileSync(join(folder, "program.js"), "");
    console.log(
      `${adapter}: ${Object.entries(versions)
        .map((entry) => entry.join(" "))
        .join(", ")}`,
    );
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    if (spawnSync("npm", install, { cwd: folder, stdio: "inherit" }).status !== 0) return false;
    const config = "packages/adapters/suite/peers/vitest.config.ts";
    const environment = {
      ...process.env,
      TOOLCRIB_PEERS: folder,
      TOOLCRIB_PEER_NAMES: Object.keys(versions).join(","),
    };
    const run = ["vitest", "run", "--config", config, `packages/adapters/${adapter}/test/adapter-suite`];
    return spawnSync("npx", run, { cwd: root, stdio: "inherit", env: environment }).status === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const failed = adapters.filter((adapter) => !testLowest(adapter));
if (failed.length > 0) console.error(`Failed with the lowest versions: ${failed.join(", ")}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
