import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";
import { orUnwritable } from "../../output/write-result-file.ts";
import { packageFile } from "../../own-package/package-file.ts";
import { type BackgroundGateway, findBackgroundGateway, logFile, writeBackgroundGateway } from "./background-state.ts";
import { backgroundVariable } from "./command-words.ts";

/** Starts `toolcrib serve` with the same options as a process of its own, and waits until it listens. */
export async function startBackground(options: { readonly json?: true }, output: Output): Promise<void> {
  const running = await findBackgroundGateway();
  if (running !== undefined) throw new CommandError("already_in_background", { url: running.url, pid: running.pid });
  const log = logFile();
  await orUnwritable(log, mkdir(dirname(log), { recursive: true }));
  const opened = await orUnwritable(log, open(log, "w", 0o600));
  const given = process.argv.slice(2).filter((word) => word !== "--background" && word !== "--json");
  const child = spawn(process.execPath, [...process.execArgv, packageFile("bin/toolcrib.js"), "serve"], {
    detached: true,
    windowsHide: true,
    stdio: ["ignore", opened.fd, opened.fd, "ipc"],
    env: { ...process.env, [backgroundVariable]: JSON.stringify([...given, "--quiet"]) },
  });
  await opened.close();
  const url = await new Promise<string | undefined>((resolve) => {
    child.once("message", (message) => resolve((message as { url: string }).url));
    child.once("exit", () => resolve(undefined));
    child.once("error", () => resolve(undefined));
  });
  if (url === undefined || child.pid === undefined) {
    throw new CommandError("background_failed", {
      reason: readFileSync(log, "utf8").trim().replace(/\.$/, "") || "no reason",
    });
  }
  if (child.connected) child.disconnect();
  child.unref();
  const gateway: BackgroundGateway = { pid: child.pid, url, startedAt: new Date().toISOString(), log };
  await writeBackgroundGateway(gateway);
  if (options.json) {
    output.print(JSON.stringify(gateway));
    return;
  }
  output.print(`Serving in the background at ${url} (process ${gateway.pid}).`);
  output.print(`  Studio  ${url}/studio`);
  output.print(`  Log     ${log}`);
  output.print('  "toolcrib status" shows it, "toolcrib stop" stops it.');
}

/** In the background process: tells the one that started it where it listens. */
export function announceBackground(url: string): void {
  if (process.env[backgroundVariable] === undefined || process.send === undefined) return;
  process.send({ url }, undefined, undefined, () => process.disconnect());
}
