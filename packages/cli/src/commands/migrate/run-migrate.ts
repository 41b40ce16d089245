import { existsSync } from "node:fs";
import { configSecrets, loadConfig } from "@toolcrib/gateway";
import { migrateStore } from "@toolcrib/store";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";

/** The options of `toolcrib migrate`. */
export interface MigrateOptions {
  readonly config?: string;
  readonly store?: string;
  readonly dryRun?: true;
  readonly json?: true;
}

const noTables = "The store is in memory and has no tables. Name another with --store, TOOLCRIB_STORE or the config.";

const ownFile = "toolcrib.json";

/** Brings the tables up to date, or tells what is missing. */
export async function runMigrate(options: MigrateOptions, output: Output): Promise<ExitCode> {
  const { store: flag, dryRun } = options;
  const file = options.config ?? (existsSync(ownFile) ? ownFile : undefined);
  const config = await loadConfig({ file, environment: process.env, flags: { store: flag } });
  output.hide(configSecrets(config, process.env));
  const { store = "memory" } = config;
  const migrations = await migrateStore(store, { dryRun });
  if (options.json) {
    output.print(JSON.stringify({ [dryRun ? "pending" : "applied"]: migrations }));
  } else {
    for (const { version, title } of migrations) {
      output.print(`${dryRun ? "missing" : "applied"}  ${version}  ${title}`);
    }
    if (migrations.length === 0) output.print(store === "memory" ? noTables : "The tables are up to date.");
  }
  return dryRun && migrations.length > 0 ? exitCodes.problemsFound : exitCodes.success;
}
