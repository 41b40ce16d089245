import { type Command, Option } from "commander";
import { parseUrl } from "../command-line/config-options.ts";
import { createJsonOption } from "../command-line/options.ts";
import type { GatewayAddress } from "./ask-admin.ts";

/** The options of commands that ask a running gateway. */
export interface RunningGatewayOptions {
  readonly gateway: string;
  readonly gatewayKeyEnv: string;
  readonly json?: true;
}

/** Adds the options that say which running gateway is asked, and how its answer is printed. */
export function addRunningGatewayOptions(command: Command): Command {
  return command
    .addOption(
      new Option("--gateway <url>", "the running gateway").argParser(parseUrl).default("http://127.0.0.1:8788"),
    )
    .option("--gateway-key-env <name>", "the environment variable with an admin key of the gateway", "TOOLCRIB_KEY")
    .addOption(createJsonOption());
}

/** The gateway that these options name, with the key from the environment. */
export function gatewayAddress({ gateway, gatewayKeyEnv }: RunningGatewayOptions): GatewayAddress {
  return { url: gateway, key: process.env[gatewayKeyEnv] };
}
