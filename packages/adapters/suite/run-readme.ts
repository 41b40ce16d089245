import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import { type ExampleRun, runExample } from "./run-example.ts";
import type { Move, Wire } from "./strict-provider.ts";

/** Runs the first program of a README, with these globals for what it leaves out. */
export async function runReadme(
  readme: URL,
  wire: Wire,
  moves: readonly Move[],
  globals: Readonly<Record<string, unknown>>,
): Promise<ExampleRun> {
  const [, program = ""] = /```ts\n([\s\S]*?)```/.exec(readFileSync(readme, "utf8")) ?? [];
  const file = new URL("./test/readme-program.generated.ts", readme);
  writeFileSync(file, program);
  try {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    return await runExample(file, wire, moves);
  } finally {
    rmSync(fileURLToPath(file), { force: true });
  }
}
