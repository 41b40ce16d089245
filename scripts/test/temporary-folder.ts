import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Gives the tests a folder for temporary files of their own, and takes it away when they have ended: a killed program cannot tidy up. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "toolcrib-tests-"));
  // Where each system looks for it.
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
