import type { HeldTool, PinTrust, ServerPool } from "@toolcrib/mcp";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";
import { firstSentence, plainText } from "../../output/plain-text.ts";
import { type ExitCode, exitCodes } from "../../program/exit-codes.ts";
import { chooseConfigFiles } from "../../servers/choose-config-files.ts";
import { openPool } from "../../servers/open-pool.ts";
import { readServersOrExplain } from "../../servers/read-servers.ts";
import { waitForServers } from "../../servers/wait-for-servers.ts";

/** The options of `toolcrib approve`. */
export interface ApproveOptions {
  readonly pins: string;
  readonly config?: readonly string[];
  readonly wait: number;
  readonly all?: true;
  readonly json?: true;
}

/** Asks every server for its tools as they are now, shows what is held back, and approves what was named. */
export async function runApprove(names: readonly string[], options: ApproveOptions, output: Output): Promise<ExitCode> {
  const { entries } = await readServersOrExplain(chooseConfigFiles(options.config));
  const { pool, trust } = await openPool({ entries, start: "eager", cacheFolder: null }, options.pins);
  try {
    await waitForServers(pool, options.wait * 1_000, output);
    const chosen = choose(pool, names, options.all === true);
    await (trust as PinTrust).approve(chosen.map(({ tool }) => tool));
    const left = pool.held().filter((held) => !chosen.includes(held));
    if (options.json) {
      output.print(JSON.stringify({ approved: chosen.map(nameOf), held: left.map(summaryOf) }));
    } else {
      print(chosen, left, output);
    }
    return left.length > 0 ? exitCodes.problemsFound : exitCodes.success;
  } finally {
    await pool.close();
  }
}

function choose(pool: ServerPool, names: readonly string[], isAll: boolean): readonly HeldTool[] {
  const held = pool.held();
  const unknown = names.find((name) => !held.some(({ tool }) => tool.name === name));
  if (unknown !== undefined) {
    const available = held.map(nameOf).join(", ") || "none";
    throw new CommandError("not_held_back", { tool: unknown, available });
  }
  return isAll ? held : held.filter(({ tool }) => names.includes(tool.name));
}

function nameOf({ tool }: HeldTool): string {
  return tool.name;
}

function summaryOf({ tool, reason }: HeldTool): object {
  return { name: tool.name, reason, description: tool.definition.description ?? null };
}

function print(approved: readonly HeldTool[], left: readonly HeldTool[], output: Output): void {
  const { style } = output;
  for (const held of approved) {
    output.print(`${style.good("approved")} ${plainText(nameOf(held))}`);
  }
  for (const { tool, reason } of left) {
    output.print(`${style.warning(`held back, ${reason}`)} ${style.bold(plainText(tool.name))}`);
    output.print(`  now: ${firstSentence(tool.definition.description ?? "") || "no description"}`);
  }
  if (approved.length + left.length === 0) {
    output.print("Nothing is held back: every definition is the approved one.");
  }
}
