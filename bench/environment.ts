import { readFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";

/** Where the figures come from, without anything that names the machine. */
export interface Environment {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly node: string;
  readonly packages: Readonly<Record<string, string>>;
}

/** The machine, and the versions of packages; ours are linked into bench/'s own packages or stand beside them. */
export function describeEnvironment(packageNames: readonly string[]): Environment {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    packages: Object.fromEntries(packageNames.map((name) => [name, readVersion(name)])),
  };
}

function readVersion(packageName: string): string {
  const folder = packageName.startsWith("@toolcrib/")
    ? `../packages/${packageName.slice("@toolcrib/".length)}`
    : `./node_modules/${packageName}`;
  const manifest = new URL(`${folder}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, "utf8")) as { version: string }).version;
}
