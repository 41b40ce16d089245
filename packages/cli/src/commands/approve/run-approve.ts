import { recordApproval } from "@toolcrib/gateway";
import type { HeldItem, PinTrust } from "@toolcrib/mcp";
import { storeChangeOptions } from "../../access/open-access.ts";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { chooseConfigFiles } from "../../servers/choose-config-files.ts";
import { openPool } from "../../servers/open-pool.ts";
import { readOwnConfig } from "../../servers/read-own-config.ts";
import { readServersOrExplain } from "../../servers/read-servers.ts";
import { waitForServers } from "../../servers/wait-for-servers.ts";

/** The options of `toolcrib approve`. */
export interface ApproveOptions {
  readonly pins: string;
  readonly config?: readonly string[];
  readonly store?: string;
  readonly wait: number;
  readonly all?: true;
  readonly json?: true;
}

/** Asks every server what it says of itself now, shows what is held back, and approves what was named. */
export async function runApprove(names: readonly string[], options: ApproveOptions, output: Output): Promise<ExitCode> {
  const chosen = chooseConfigFiles(options.config);
  const { entries } = await readServersOrExplain(chosen);
  const { store: ownStore = process.env["TOOLCRIB_STORE"] ?? "memory", audit } = await readOwnConfig(chosen.files);
  const { store = ownStore } = options;
  const { pool, trust, close } = await openPool(
    { entries, start: "eager", cacheFolder: null },
    { pins: options.pins, store },
  );
  try {
    await waitForServers(pool, options.wait * 1_000, output);
    const held = pool.held();
    const approved = choose(held, names, options.all === true);
    await (trust as PinTrust).approve(approved.map(({ item }) => item));
    if (approved.length > 0 && audit !== undefined && store !== "memory") {
      await recordApproval(store, approved.map(nameOf), storeChangeOptions(audit, output));
    }
    const left = held.filter((one) => !approved.includes(one));
    if (options.json) {
      output.print(JSON.stringify({ approved: approved.map(nameOf), held: left.map(summaryOf) }));
    } else {
      print(approved, left, output);
    }
    return left.length > 0 ? exitCodes.problemsFound : exitCodes.success;
  } finally {
    await close();
  }
}

function choose(held: readonly HeldItem[], names: readonly string[], isAll: boolean): readonly HeldItem[] {
  const unknown = names.find((name) => !held.some(({ item }) => item.name === name));
  if (unknown !== undefined) {
    const available = held.map(nameOf).join(", ") || "none";
    throw new CommandError("not_held_back", { tool: unknown, available });
  }
  return isAll ? held : held.filter(({ item }) => names.includes(item.name));
}

function nameOf({ item }: HeldItem): string {
  return item.name;
}

function summaryOf({ item, reason }: HeldItem): object {
  const { name, kind, server, text } = item;
  return { name, kind, server, reason, description: text === "" ? null : text };
}

function print(approved: readonly HeldItem[], left: readonly HeldItem[], output: Output): void {
  const { style } = output;
  for (const held of approved) {
    output.print(`${style.good("approved")} ${plainText(nameOf(held))}`);
  }
  for (const { item, reason } of left) {
    output.print(`${style.warning(`held back, ${reason}`)} ${style.bold(plainText(item.name))}`);
    output.print(`  now: ${plainText(item.text) || "no description"}`);
  }
  if (approved.length + left.length === 0) {
    output.print("Nothing is held back.");
  }
}
