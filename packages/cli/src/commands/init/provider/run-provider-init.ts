import { type ExitCode, exitCodes } from "../../../command-line/exit-codes.ts";
import type { Output } from "../../../output/console-output.ts";
import { plainText } from "../../../output/plain-text.ts";
import { type ApplyOptions, applyChanges, planExclusions } from "../changes/apply-changes.ts";
import { printExclusions } from "../changes/print-exclusions.ts";
import { planCodex } from "./codex.ts";
import { planOpencode } from "./opencode.ts";
import type { ProviderChange, ProviderClient } from "./provider-plan.ts";

/** The options of `toolcrib init codex` and `toolcrib init opencode`. */
export interface ProviderInitOptions extends ApplyOptions {
  readonly url: string;
  readonly model: string;
  readonly keyEnv?: string;
  readonly ownSearch?: true;
  readonly scope?: "project" | "user";
}

/** Sends a client's requests through the gateway. */
export async function runProviderInit(
  client: ProviderClient,
  options: ProviderInitOptions,
  output: Output,
): Promise<ExitCode> {
  const planned = await planChanges(client, options);
  const changes = planned.filter(({ before, after }) => before !== after);
  const warnings = planned.flatMap((change) => change.warnings ?? []);
  const exclusions = await planExclusions(changes);
  if (!options.json) {
    printChanges(changes, output);
    printExclusions(exclusions, output);
  }
  const isDone = changes.length > 0 && (await applyChanges(changes, options, output));
  if (options.json) {
    const files = changes.map(({ path, summary }) => ({ path, summary }));
    output.print(
      JSON.stringify({
        isDone,
        client,
        files,
        ...(exclusions.length > 0 && { exclusions }),
        ...(warnings.length > 0 && { warnings }),
      }),
    );
    return exitCodes.success;
  }
  if (changes.length === 0) {
    output.print(`${client} already uses this gateway. Nothing was changed.`);
  } else {
    output.print(isDone ? `Done. "toolcrib init ${client} --undo" puts everything back.` : "Nothing was changed.");
    if (isDone) printNextSteps(client, options, output);
  }
  for (const warning of warnings) output.warn(plainText(warning));
  return exitCodes.success;
}

function planChanges(client: ProviderClient, options: ProviderInitOptions): Promise<readonly ProviderChange[]> {
  const { url, model, keyEnv, ownSearch = false, scope = "user" } = options;
  const provider = { baseUrl: `${url.replace(/\/v1$/, "")}/v1`, model, keyVariable: keyEnv };
  return client === "codex" ? planCodex(provider, ownSearch) : planOpencode(provider, scope);
}

function printChanges(changes: readonly ProviderChange[], output: Output): void {
  for (const { path, before, summary } of changes) {
    output.print(`${output.style.bold(path)}${before === null ? " (new)" : ""}`);
    for (const line of summary) output.print(`  ${plainText(line)}`);
  }
}

function printNextSteps(client: ProviderClient, { keyEnv }: ProviderInitOptions, output: Output): void {
  const key = keyEnv === undefined ? "" : `, set ${keyEnv} to a key of the gateway`;
  output.print(`Start the gateway with "toolcrib serve"${key}, and restart ${client}.`);
}
