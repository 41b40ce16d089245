import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const installer = "apt-get";
const installMilliseconds = 300_000;

/** Whether somebody said that there is no browser here, and that the tests are to go without. */
export const isWithoutBrowser: boolean = process.env["TOOLCRIB_WITHOUT_BROWSER"] === "1";

/** The path of a Chromium. Installs Debian's where that is possible, and says so; else says what to do. */
export function findBrowser(): string {
  const given = process.env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file. ${whatToDo}`);
  }
  const found = onPath(names);
  if (found !== undefined) return found;
  const installed = install();
  if (installed === undefined) throw new Error(`No Chromium was found, and none could be installed. ${whatToDo}`);
  return installed;
}

const whatToDo =
  "The studio's tests drive a real browser: install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or " +
  "Chrome, or set TOOLCRIB_WITHOUT_BROWSER=1 to leave these tests out.";

function install(): string | undefined {
  if (process.getuid?.() !== 0 || onPath([installer]) === undefined) return undefined;
  console.log("No Chromium here: installing Debian's for the studio's tests (apt-get install chromium).");
  const apt = (...args: readonly string[]) =>
    execFileSync(installer, args, {
      timeout: installMilliseconds,
      stdio: "ignore",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  try {
    apt("update");
    apt("install", "-y", "--no-install-recommends", "chromium");
  } catch (error) {
    console.log(`It could not be installed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return onPath(names);
}

function onPath(wanted: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return wanted.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
}
