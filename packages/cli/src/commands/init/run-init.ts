import { join } from "node:path";
import type { ConfigPlace } from "@toolcrib/mcp/config";
import { formatCountOf } from "@toolcrib/shared/text";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { ownCommand } from "../../own-package/own-command.ts";
import { configPlaces } from "../../servers/choose-config-files.ts";
import { dataFolder } from "../../servers/data-folder.ts";
import { applyChanges, type FileChange, planExclusions } from "./changes/apply-changes.ts";
import { gitStateOf } from "./changes/git-state.ts";
import { freeBackupName, readConfigText } from "./changes/init-steps.ts";
import { printExclusions } from "./changes/print-exclusions.ts";
import { type ClientConfig, readClientConfig } from "./client-config.ts";
import { type InitPlan, planInit } from "./plan-init.ts";

/** The options of `toolcrib init`. */
export interface InitOptions {
  readonly client?: readonly string[];
  readonly scope?: "project" | "user";
  readonly command?: string;
  readonly undo?: true;
  readonly force?: true;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly json?: true;
}

/** Finds the clients' configs, and puts one entry in the place of their servers. */
export async function runInit(options: InitOptions, output: Output): Promise<ExitCode> {
  const scopes = await planAll(options);
  const plans = scopes.filter(({ clients }) => clients.length > 0);
  if (plans.length === 0) {
    if (options.json) {
      output.print(JSON.stringify({ isDone: false, plans: scopes.map(summaryOf) }));
    } else {
      printUnchanged(scopes, output);
      output.print(
        scopes.length > 0
          ? "No server can be moved."
          : "No client config with MCP servers was found, or all of them already use toolcrib.",
      );
      output.print(
        `Looked at: ${placesOf(options)
          .map(({ path }) => path)
          .join(", ")}`,
      );
    }
    return exitCodes.nothingFound;
  }
  const changes = plans.flatMap(changesOf);
  const exclusions = await planExclusions(changes);
  if (!options.json) {
    printPlans(plans, output);
    printUnchanged(scopes, output);
    printExclusions(exclusions, output);
  }
  await warnOfSilentGit(changes, output);
  const isDone = await applyChanges(changes, options, output);
  if (options.json) {
    output.print(JSON.stringify({ isDone, plans: scopes.map(summaryOf), exclusions }));
  } else {
    output.print(
      isDone ? 'Done. "toolcrib init --undo" puts everything back. Restart the clients.' : "Nothing was changed.",
    );
  }
  return exitCodes.success;
}

async function planAll(options: InitOptions): Promise<readonly InitPlan[]> {
  const configs: ClientConfig[] = [];
  for (const place of placesOf(options)) {
    const text = await readConfigText(place.path);
    const config = text === null ? undefined : readClientConfig(place, text);
    if (config !== undefined) {
      configs.push(config);
    }
  }
  const plans: InitPlan[] = [];
  for (const scope of ["project", "user"] as const) {
    const ownPath = scope === "project" ? join(process.cwd(), "toolcrib.json") : join(dataFolder(), "toolcrib.json");
    const ofScope = configs.filter(({ place }) => place.scope === scope);
    const plan = planInit({
      configs: ofScope,
      exposed: await findExposed(ofScope, ownPath),
      ownPath,
      ownText: await readConfigText(ownPath),
      ownCommand: ownCommand(options.command),
      frontName: "toolcrib",
    });
    if (plan !== undefined) {
      plans.push(plan);
    }
  }
  return plans;
}

function placesOf({ client, scope }: InitOptions): readonly ConfigPlace[] {
  return configPlaces().filter((place) => {
    if (place.client === "toolcrib" || (scope !== undefined && place.scope !== scope)) {
      return false;
    }
    // Claude Code keeps its own state in this file and writes it all the time: only for those who ask for it.
    const isStateFile = place.client === "claude-code" && place.scope === "user";
    return client === undefined ? !isStateFile : client.includes(place.client);
  });
}

function changesOf({ own, clients }: InitPlan): readonly FileChange[] {
  return [
    { ...own, client: "toolcrib" },
    ...clients.map(({ place, before, after }) => ({ client: place.client, path: place.path, before, after })),
  ];
}

function summaryOf({ own, clients, unchanged }: InitPlan): object {
  return {
    config: own.path,
    clients: clients.map(({ before: _before, after: _after, place, ...change }) => ({ ...place, ...change })),
    ...(unchanged.length > 0 && { unchanged: unchanged.map(({ place, kept }) => ({ ...place, kept })) }),
  };
}

/** Where git would commit what we write, whatever we exclude: our file, and the copies of the clients' configs, by the config. */
async function findExposed(configs: readonly ClientConfig[], ownPath: string): Promise<ReadonlyMap<string, string>> {
  const reasonFor = async (key: string, file: string): Promise<readonly (readonly [string, string])[]> => {
    const state = await gitStateOf(file);
    return state.kind === "exposed" ? [[key, state.reason]] : [];
  };
  const ofCopies = configs.map(async ({ place: { path } }) => reasonFor(path, await freeBackupName(path)));
  const exposed = [await reasonFor(ownPath, ownPath), ...(await Promise.all(ofCopies))];
  return new Map(exposed.flat());
}

async function warnOfSilentGit(changes: readonly FileChange[], output: Output): Promise<void> {
  for (const { path, isPrivate } of changes) {
    const state = isPrivate ? await gitStateOf(path) : undefined;
    if (state?.kind !== "unknown") continue;
    output.warn(plainText(`${path} holds secrets and is in a git repository (${state.reason}): add it to .gitignore.`));
  }
}

function printPlans(plans: readonly InitPlan[], output: Output): void {
  const { style } = output;
  for (const { own, clients } of plans) {
    output.print(`${style.bold(own.path)} ${own.before === null ? "(new)" : "(more servers)"}`);
    for (const { place, moved, renamed, leftOut, secrets, kept } of clients) {
      const names = moved.map(plainText).join(", ");
      output.print(`${style.bold(place.path)} (${place.client}): ${formatCountOf(moved.length, "server")} → one entry`);
      output.print(`  moved: ${names}`);
      for (const { name, newName } of renamed) {
        output.print(
          `  ${style.warning("renamed:")} ${plainText(name)} → ${plainText(newName)} (another server has this name); its tools are named after it`,
        );
      }
      for (const { name, keys } of leftOut) {
        const shown = keys.map(plainText).join(", ");
        output.print(`  ${style.warning("left out:")} ${plainText(name)}: ${shown} (toolcrib has no such setting)`);
      }
      for (const { name, places } of secrets) {
        const count = formatCountOf(places.length, "literal secret");
        output.print(`  ${style.warning("holds")} ${count}: ${plainText(name)}: ${places.map(plainText).join(", ")}`);
      }
      printKept(kept, output);
    }
    if (own.isPrivate) {
      output.print(
        `${own.path} gets secrets as they are in the configs: use variables such as \${TOKEN} if others shall have this file`,
      );
    }
  }
}

function printUnchanged(plans: readonly InitPlan[], output: Output): void {
  for (const { place, kept } of plans.flatMap(({ unchanged }) => unchanged)) {
    output.print(`${output.style.bold(place.path)} (${place.client}): not changed`);
    printKept(kept, output);
  }
}

function printKept(kept: InitPlan["clients"][number]["kept"], output: Output): void {
  for (const { name, reason } of kept) {
    output.print(`  ${output.style.warning("stays:")} ${plainText(name)}: ${plainText(reason)}`);
  }
}
