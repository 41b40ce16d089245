import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

// Runs `bench/<name>/main.ts` with the dependencies of bench/, which it installs when they are missing or older
// than the lock file.
const heapMegabytes = 8192;

const [name = "search", ...argumentList] = process.argv.slice(2);
const benchFolder = fileURLToPath(new URL(".", import.meta.url));
if (isStale()) {
  run(process.platform === "win32" ? "npm.cmd" : "npm", ["ci"]);
}
run(process.execPath, [
  `--max-old-space-size=${heapMegabytes}`,
  "--import",
  "tsx",
  join(name, "main.ts"),
  ...argumentList,
]);

/** npm writes down what it installed, after it did. */
function isStale(): boolean {
  const installed = join(benchFolder, "node_modules", ".package-lock.json");
  return (
    !existsSync(installed) || statSync(installed).mtimeMs < statSync(join(benchFolder, "package-lock.json")).mtimeMs
  );
}

function run(command: string, commandArguments: readonly string[]): void {
  const { status } = spawnSync(command, commandArguments, { cwd: benchFolder, stdio: "inherit" });
  if (status !== 0) {
    process.exit(status ?? 1);
  }
}
