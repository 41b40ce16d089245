import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HeapSample } from "./heap-trend.ts";

const require = createRequire(new URL("../package.json", import.meta.url));
const command = fileURLToPath(new URL("../bin/toolcrib.js", import.meta.url));
const reporter = fileURLToPath(new URL("report-heap.mjs", import.meta.url));

export interface ServedGateway {
  readonly url: string;
  readonly process: ChildProcess;
  /** Writes the config again, with a trace log at this file; the gateway loads it by itself. */
  configure(traceFile: string): void;
  sample(): void;
  samples(): HeapSample[];
  stderr(): string;
}

/** `toolcrib serve` as a user starts it, with injected search, a trace log and a real MCP server. */
export async function serveGateway(folder: string, upstream: string): Promise<ServedGateway> {
  const configFile = join(folder, "toolcrib.json");
  const heapFile = join(folder, "heap.jsonl");
  const everything = join(
    dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")),
    "dist/index.js",
  );
  const configure = (traceFile: string): void =>
    writeFileSync(
      configFile,
      JSON.stringify({
        upstreams: { model: { dialect: "anthropic", url: upstream } },
        inject: "always",
        loader: "bridge",
        // Small, so that what waits for a disk that stays full has reached its limit when the trend begins to count.
        trace: { log: { file: traceFile }, logQueueBytes: 1_048_576 },
        mcpServers: { everything: { command: process.execPath, args: [everything, "stdio"] } },
      }),
    );
  configure(join(folder, "trace.jsonl"));
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--import", reporter, command, "serve", "--config", configFile, "--port", "0", "--json"],
    {
      env: { ...process.env, SOAK_HEAP_FILE: heapFile, HOME: folder, XDG_CACHE_HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-4_000);
  });
  const url = await new Promise<string>((resolve, reject) => {
    let stdout = "";
    child.once("exit", (code) => reject(new Error(`toolcrib serve ended with ${code}:\n${stderr}`)));
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout = (stdout + text).slice(-4_000);
      const found = /"url":\s*"(http:[^"]+)"/.exec(stdout)?.[1];
      if (found !== undefined) resolve(found.replace(/\/$/, ""));
    });
  });
  return {
    url,
    process: child,
    configure,
    sample: () => void child.kill("SIGUSR2"),
    samples: () => {
      if (!existsSync(heapFile)) return [];
      const lines = readFileSync(heapFile, "utf8").trim().split("\n");
      return lines.map((line) => JSON.parse(line) as HeapSample);
    },
    stderr: () => stderr,
  };
}
