import { spawn } from "node:child_process";

/** Runs shell commands without blocking this process, which answers their requests. Prints their output. */
export function runCommand(commands: string, cwd: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn("bash", ["-e", "-c", commands], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
    timeout: 600_000,
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    process.stdout.write(chunk);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString());
      else reject(new Error(`Exit code ${code}: ${commands}`));
    });
  });
}
