import { join } from "node:path";
import type { ConfigPlace } from "@toolcrib/mcp/config";
import { formatCountOf } from "@toolcrib/shared/text";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { ownCommand } from "../../own-package/own-command.ts";
import { configPlaces } from "../../servers/choose-config-files.ts";
import { dataFolder } from "../../servers/data-folder.ts";
import { applyChanges, type FileChange } from "./changes/apply-changes.ts";
import { readConfigText } from "./changes/init-steps.ts";
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
  const plans = await planAll(options);
  if (plans.length === 0) {
    if (options.json) {
      output.print(JSON.stringify({ isDone: false, plans }));
    } else {
      output.print("No client config with MCP servers was found, or all of them already use toolcrib.");
      output.print(
        `Looked at: ${placesOf(options)
          .map(({ path }) => path)
          .join(", ")}`,
      );
    }
    return exitCodes.nothingFound;
  }
  if (!options.json) {
    printPlans(plans, output);
  }
  const isDone = await applyChanges(plans.flatMap(changesOf), options, output);
  if (options.json) {
    output.print(JSON.stringify({ isDone, plans: plans.map(summaryOf) }));
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
    const plan = planInit({
      configs: configs.filter(({ place }) => place.scope === scope),
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

function summaryOf({ own, clients }: InitPlan): object {
  return {
    config: own.path,
    clients: clients.map(({ place, moved, renamed, leftOut, kept }) => ({ ...place, moved, renamed, leftOut, kept })),
  };
}

function printPlans(plans: readonly InitPlan[], output: Output): void {
  const { style } = output;
  for (const { own, clients } of plans) {
    output.print(`${style.bold(own.path)} ${own.before === null ? "(new)" : "(more servers)"}`);
    for (const { place, moved, renamed, leftOut, kept } of clients) {
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
      for (const { name, reason } of kept) {
        output.print(`  ${style.warning("stays:")} ${plainText(name)}: ${reason}`);
      }
    }
  }
}
