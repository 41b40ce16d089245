import { execFileSync } from "node:child_process";
import { cleanText } from "./clean-text.ts";

/** One-line descriptions of Debian's packages; nothing where apt is not installed. */
export function readDebian(): string[] {
  return [...readAvailablePackages().matchAll(/^Description(?:-en)?: (.+)$/gm)].map(([, description]) =>
    cleanText(description as string),
  );
}

function readAvailablePackages(): string {
  try {
    return execFileSync("apt-cache", ["dumpavail"], {
      encoding: "utf8",
      maxBuffer: 2 ** 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    console.warn("apt-cache cannot be run: the corpus is made without Debian descriptions");
    return "";
  }
}
