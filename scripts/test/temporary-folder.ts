import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

const prefix = "toolcrib-tests-";

/** Gives the tests a folder for temporary files of their own, and takes it away when they have ended: a killed program cannot tidy up. */
export function setup(): (() => void) | undefined {
  // Called for each project of a run; folders inside folders would be too long a path for sockets.
  if (basename(tmpdir()).startsWith(prefix)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // Servers that refuse to run as root, such as PostgreSQL, run as a user that has to reach its files here.
  chmodSync(folder, 0o711);
  // Where each system looks for it.
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
