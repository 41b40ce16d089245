import { spawnSync } from "node:child_process";
import { builtInPrices } from "../../packages/gateway/src/savings/built-in-prices.ts";
import { readReleaseSettings } from "../manifests/release-settings.ts";
import { changedManifests } from "../manifests/write-manifests.ts";
import { rootFolder } from "../workspace.ts";
import { releaseProblems } from "./check-release.ts";

/** Runs a command in the root folder; ends this process if it fails. */
function run(command: string, ...commandArguments: string[]): void {
  const { status } = spawnSync(command, commandArguments, { cwd: rootFolder, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

const { stdout: uncommitted } = spawnSync("git", ["status", "--porcelain"], { cwd: rootFolder, encoding: "utf8" });
const problems = releaseProblems({
  settings: readReleaseSettings(),
  outdatedManifests: [...changedManifests().keys()],
  uncommitted,
  pricesAsOf: builtInPrices.asOf,
  today: new Date().toISOString().slice(0, 10),
});

// `npm run release`: checks everything, then publishes each version that npm does not have yet. `--check` only checks.
if (problems.length > 0) {
  console.error(`No release:\n${problems.map((problem) => `- ${problem}`).join("\n")}`);
  process.exitCode = 1;
} else if (!process.argv.includes("--check")) {
  run("npm", "test");
  run("npx", "changeset", "publish");
}
