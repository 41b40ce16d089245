import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";
import { writePages } from "./assemble-pages.ts";
import { findBrokenLinks } from "./built-links.ts";

/** Builds the documentation site into site/dist: `npm run docs:site`. Broken links and anchors fail. */
const site = join(rootFolder, "site");
const builtFolder = join(site, "dist");

const run = (command: string, ...given: string[]): void =>
  void execFileSync(command, given, { cwd: site, stdio: "inherit", shell: process.platform === "win32" });

const pages = writePages(join(site, "pages"));
installOnce();
run("npx", "--no-install", "vitepress", "build");
const broken = findBrokenLinks(builtFolder);
if (broken.length > 0) {
  console.error(`${broken.length} links lead nowhere:\n  ${broken.join("\n  ")}`);
  process.exit(1);
}
console.log(`${pages} pages in site/dist, and every link leads somewhere. Look at them: npm run preview --prefix site`);

/** Its dependencies are its own, so `npm ci` of the repository stays small. */
function installOnce(): void {
  const lockFile = readFileSync(join(site, "package-lock.json"), "utf8");
  const stamp = join(site, "node_modules/.installed-lock");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockFile) return;
  run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
  writeFileSync(stamp, lockFile);
}
