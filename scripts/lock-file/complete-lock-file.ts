// `npm run lock`: after a change of dependencies, records what a partial registry mirror left out.
import { listLockedFolders, readLockFile, writeLockFile } from "./lock-file.ts";
import { addMissingPlatforms, findMissingPlatforms } from "./missing-platforms.ts";

for (const folder of listLockedFolders()) {
  const lockFile = readLockFile(folder);
  const missing = findMissingPlatforms(lockFile);
  if (missing.length === 0) continue;
  writeLockFile(folder, addMissingPlatforms(lockFile));
  console.log(`${folder}/package-lock.json: ${missing.length} packages of other platforms added`);
}
