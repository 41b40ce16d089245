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

const manifests = {
  "@toolcrib/gateway": "../../packages/gateway/package.json",
  "@portkey-ai/gateway": "../node_modules/@portkey-ai/gateway/package.json",
} as const;

export function describeEnvironment(): Environment {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: processors[0]?.model.trim() ?? "unknown",
    cores: processors.length,
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    packages: Object.fromEntries(Object.entries(manifests).map(([name, path]) => [name, readVersion(path)])),
  };
}

function readVersion(path: string): string {
  return (JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")) as { version: string }).version;
}
