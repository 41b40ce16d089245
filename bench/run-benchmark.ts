import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Runs `bench/<name>/main.ts` with the dependencies of bench/, which it installs when they are missing.
const heapMegabytes = 8192;

const [name = "search", ...argumentList] = process.argv.slice(2);
const benchFolder = fileURLToPath(new URL(".", import.meta.url));
if (!existsSync(join(benchFolder, "node_modules"))) {
  run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci"]);
}
run(process.execPath, [
  `--max-old-space-size=${heapMegabytes}`,
  "--import",
  "tsx",
  join(name, "main.ts"),
  ...argumentList,
]);

function run(command: string, commandArguments: readonly string[]): void {
  const { status } = spawnSync(command, commandArguments, { cwd: benchFolder, stdio: "inherit" });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}
