import type { LockedPackage, LockFile } from "./lock-file.ts";

/** An optional package that another entry asks for and the lock file does not hold. */
export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  readonly neededBy: string;
}

/**
 * Finds the packages that a registry mirror without other platforms' binaries leaves out of a lock file.
 * `npm ci` refuses such a lock file, here and on the platforms that are missing.
 */
export function findMissingPlatforms({ packages }: LockFile): MissingPackage[] {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => ({ name, version, neededBy: path })),
  );
}

/** Adds the missing packages, with the platform that their names tell, so that npm installs each only where it belongs. */
export function addMissingPlatforms(lockFile: LockFile): LockFile {
  const added = findMissingPlatforms(lockFile).map(({ name, version, neededBy }): [string, LockedPackage] => {
    const { cpu, libc, os } = platformOf(name);
    const dev = lockFile.packages[neededBy]?.dev && { dev: true };
    // The order of npm itself, so that its next run changes nothing.
    return [`node_modules/${name}`, { version, cpu, ...dev, ...libc, optional: true, ...os }];
  });
  const all = [...Object.entries(lockFile.packages), ...added];
  return { ...lockFile, packages: Object.fromEntries(all.toSorted(([a], [b]) => a.localeCompare(b, "en"))) };
}

// Node looks for a package in the node_modules folder of the one that needs it, then of each folder above.
function isLocked(packages: LockFile["packages"], neededBy: string, name: string): boolean {
  for (let folder = neededBy; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in packages) return true;
    if (folder === "") return false;
  }
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const processors = ["arm", "arm64", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"];

function platformOf(name: string): {
  cpu: string[];
  libc: Pick<LockedPackage, "libc"> | undefined;
  os: Pick<LockedPackage, "os"> | undefined;
} {
  const words = name.split(/[/@-]/).map((word) => (word === "windows" ? "win32" : word));
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (cpu.length !== 1) throw new Error(`The name of ${name} does not tell its platform: add the entry by hand.`);
  const libc = words.includes("gnu") ? "glibc" : words.some((word) => word.startsWith("musl")) ? "musl" : undefined;
  return { cpu, libc: libc === undefined ? undefined : { libc: [libc] }, os: os.length === 0 ? undefined : { os } };
}
