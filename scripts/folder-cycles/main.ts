import { listWorkspacePackages, rootFolder } from "../workspace.ts";
import { type CheckedFolder, checkFolders } from "./check-folders.ts";
import { knownCycles } from "./known-cycles.ts";

const otherFolders: readonly CheckedFolder[] = ["bench", "mutation", "scripts", "training"].map((folder) => ({
  folder,
}));

const problems = checkFolders(rootFolder, [...listWorkspacePackages(), ...otherFolders], knownCycles);

for (const problem of problems) {
  console.error(`${problem}\n`);
}
if (problems.length > 0) {
  console.error("Move the files that both sides need into a folder below both. Type-only imports count too.");
  process.exitCode = 1;
}
