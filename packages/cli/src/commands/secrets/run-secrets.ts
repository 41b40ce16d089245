import { existsSync } from "node:fs";
import { configSecrets, loadConfig, secretNamespaces } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import { createSecretKey, openStore, reencryptSecrets, SecretBox, secretKeysVariable } from "@toolcrib/store";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import { CommandError } from "../../errors/command-error.ts";
import type { Output } from "../../output/console-output.ts";

export type SecretsAction = "key" | "status" | "rotate";

/** The options of `toolcrib secrets`. */
export interface SecretsOptions {
  readonly config?: string;
  readonly store?: string;
  readonly json?: true;
}

const ownFile = "toolcrib.json";

/** Makes a key, or counts the secrets of a store and encrypts them with the first key. */
export async function runSecrets(action: SecretsAction, options: SecretsOptions, output: Output): Promise<ExitCode> {
  if (action === "key") {
    const key = createSecretKey();
    output.print(options.json ? JSON.stringify({ key }) : key);
    if (!options.json) output.note(`Keep it in a secret store, and set ${secretKeysVariable} for all gateways.`);
    return exitCodes.success;
  }
  const file = options.config ?? (existsSync(ownFile) ? ownFile : undefined);
  const config = await loadConfig({ file, environment: process.env, flags: { store: options.store } });
  output.hide(configSecrets(config, process.env));
  const { store: place = "memory" } = config;
  if (place === "memory") throw new CommandError("no_stored_secrets", {});
  const keys = process.env[secretKeysVariable] ?? "";
  if (keys === "") throw new CommandError("no_secret_keys", { variable: secretKeysVariable });
  const box = new SecretBox(keys);
  const store = await openStore(place);
  try {
    const dryRun = action === "status";
    const report = await reencryptSecrets(store, box, { namespaces: secretNamespaces, now: Date.now, dryRun });
    if (options.json) output.print(JSON.stringify(report));
    else print(report, dryRun, output);
    return Object.keys(report.failed).length > 0 ? exitCodes.problemsFound : exitCodes.success;
  } finally {
    await store.close();
  }
}

function print(
  { secrets, current, reencrypted, failed }: Awaited<ReturnType<typeof reencryptSecrets>>,
  isStatus: boolean,
  output: Output,
): void {
  output.print(`${formatCountOf(secrets, "secret")} in the store.`);
  output.print(`${current} were encrypted with the first key already.`);
  output.print(`${reencrypted} ${isStatus ? "are encrypted with another key" : "are encrypted with it now"}.`);
  for (const [code, count] of Object.entries(failed)) output.warn(`${count} cannot be decrypted (${code}).`);
}
