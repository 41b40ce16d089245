import { type Command, InvalidArgumentError, Option } from "commander";
import { parseUrl } from "../command-line/config-options.ts";
import { createJsonOption, createStoreOption } from "../command-line/options.ts";

/** Adds the options that say where access is managed. */
export function addAccessOptions(command: Command): Command {
  return command
    .option("--config <file>", "toolcrib.json; default: the one in the current folder, if there is one")
    .addOption(createStoreOption())
    .addOption(new Option("--gateway <url>", "a running gateway instead of its store").argParser(parseUrl))
    .option("--gateway-key-env <name>", "the environment variable with an admin key of the gateway", "TOOLCRIB_KEY")
    .addOption(createJsonOption());
}

/** `--role ROLE`. */
export function createRoleOption(): Option {
  return new Option("--role <role>", "what it may manage").choices(["member", "admin", "operator"]);
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/** Reads a time such as 90d, 12h, 30m or 45s, in seconds. */
export function parseDuration(value: string): number {
  const [, number = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(value) ?? [];
  const seconds = Number(number) * (units[unit] ?? 0);
  if (seconds > 0) return seconds;
  throw new InvalidArgumentError(`Expected a time such as 90d, 12h, 30m or 45s, got "${value}".`);
}
