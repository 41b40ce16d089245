// `npm run lock`: after a change of dependencies, records what a partial registry mirror left out.
import { readLockFile, writeLockFile } from "./lock-file.ts";
import { addMissingPlatforms, findMissingPlatforms } from "./missing-platforms.ts";

const lockFile = readLockFile(".");
const missing = findMissingPlatforms(lockFile);
if (missing.length > 0) writeLockFile(".", addMissingPlatforms(lockFile));
console.log(`package-lock.json: ${missing.length} packages of other platforms added`);
