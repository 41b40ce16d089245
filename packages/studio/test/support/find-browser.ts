import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const installer = "apt-get";
const installMilliseconds = 300_000;

/**
 * The path of a Chromium. Installs Debian's where that is possible, and says so. Where there is none and none can be installed, it says
 * what to do, and there is no path: the tests that need one are left out.
 */
export function findBrowser(): string | undefined {
  if (process.env["TOOLCRIB_WITHOUT_BROWSER"] === "1") return undefined;
  const given = process.env["CHROMIUM_PATH"];
  if (given !== undefined && given !== "") {
    if (existsSync(given)) return given;
    throw new Error(`CHROMIUM_PATH is ${given}, and there is no such file. ${whatToDo}`);
  }
  const found = onPath(names) ?? install();
  if (found === undefined) {
    console.warn(
      `The studio's browser tests are left out: no Chromium was found, and none could be installed. ${whatToDo}`,
    );
  }
  return found;
}

/** The same for a program that cannot do without. */
export function requireBrowser(): string {
  const found = findBrowser();
  if (found === undefined) throw new Error(`There is no browser. ${whatToDo}`);
  return found;
}

const whatToDo =
  "Install one (Debian: apt-get install chromium), or set CHROMIUM_PATH to a Chromium or Chrome; TOOLCRIB_WITHOUT_BROWSER=1 leaves these " +
  "tests out without a word.";

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
