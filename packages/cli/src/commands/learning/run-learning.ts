import type { ToolUsage } from "@toolcrib/search";
import { formatCountOf } from "@toolcrib/shared/text";
import type { GatewayAddress } from "../../gateway/ask-admin.ts";
import { gatewayAddress, type RunningGatewayOptions } from "../../gateway/running-gateway.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { type Learned, type LearnedPlace, learnedByGateway, learnedInFile, listTenants } from "./learned-place.ts";

/** The options of `toolcrib learning`. */
export interface LearningOptions extends RunningGatewayOptions {
  readonly file?: string;
  readonly tool?: string;
  readonly reset?: true;
  readonly export?: true;
  readonly import?: string;
}

const maxWords = 8;

/** Shows, resets, exports or imports what search learned from calls. */
export async function runLearning(tenant: string | undefined, options: LearningOptions, output: Output): Promise<void> {
  const gateway = gatewayAddress(options);
  if (options.file === undefined && tenant === undefined) {
    await printTenants(gateway, options, output);
    return;
  }
  const place = options.file === undefined ? learnedByGateway(gateway, tenant as string) : learnedInFile(options.file);
  if (options.export) {
    output.print(JSON.stringify(await place.export()));
    return;
  }
  const { learned, preferences } = await changed(place, options);
  if (options.tool !== undefined) {
    const shown = learned.filter(({ name }) => name === options.tool);
    if (options.json) {
      output.print(JSON.stringify({ tenant: tenant ?? null, learned: shown }));
    } else {
      printLearned(shown, output);
    }
  } else if (options.json) {
    output.print(JSON.stringify({ tenant: tenant ?? null, learned, preferences }));
  } else {
    printLearned(learned, output);
    printServers(preferences, output);
  }
}

async function changed(place: LearnedPlace, options: LearningOptions): Promise<Learned> {
  if (options.reset) {
    return place.reset(options.tool);
  }
  return options.import === undefined ? place.inspect() : place.import(options.import);
}

async function printTenants(gateway: GatewayAddress, { json }: LearningOptions, output: Output): Promise<void> {
  const learning = await listTenants(gateway);
  if (json) {
    output.print(JSON.stringify(learning));
    return;
  }
  if (!learning.isOn) {
    output.print('The gateway does not learn: start it with --learn, or set "search": { "learn": true }.');
  } else if (learning.histories.length === 0) {
    output.print("Nothing is learned yet.");
  }
  for (const { tenant, tools, calls } of learning.histories) {
    const counts = `${formatCountOf(tools, "tool")}, ${calls.toFixed(1)} calls`;
    output.print(`${output.style.bold(plainText(tenant))}  ${output.style.dim(counts)}`);
  }
}

function printLearned(learned: readonly ToolUsage[], output: Output): void {
  if (learned.length === 0) {
    output.print("Nothing is learned.");
  }
  for (const { name, calls, words } of learned) {
    output.print(`${output.style.bold(plainText(name))}  ${output.style.dim(`${calls.toFixed(1)} calls`)}`);
    const listed = words.slice(0, maxWords).map(({ word, weight }) => `${plainText(word)} ${signed(weight)}`);
    const more = words.length > maxWords ? `, and ${words.length - maxWords} more` : "";
    output.print(`    ${listed.join(", ")}${more}`);
  }
}

/** The servers whose tools are called more often than expected, or less. */
function printServers({ servers }: Learned["preferences"], output: Output): void {
  if (servers.length > 0) {
    const listed = servers.slice(0, maxWords).map(({ server, weight }) => `${plainText(server)} ${signed(weight)}`);
    const more = servers.length > maxWords ? `, and ${servers.length - maxWords} more` : "";
    output.print(`${output.style.bold("servers")}  ${listed.join(", ")}${more}`);
  }
}

function signed(weight: number): string {
  return `${weight < 0 ? "−" : "+"}${Math.abs(weight).toFixed(2)}`;
}
