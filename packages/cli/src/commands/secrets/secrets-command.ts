import { Argument } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createJsonOption, createStoreOption } from "../../command-line/options.ts";
import type { SecretsAction, SecretsOptions } from "./run-secrets.ts";

const help = `
Secrets in the store, such as the tokens of users' logins at MCP servers, are encrypted with the first
key of TOOLCRIB_SECRET_KEYS; the others only decrypt. To replace a key:

  1. toolcrib secrets key                                      # a new key
  2. set TOOLCRIB_SECRET_KEYS=NEW,OLD for all gateways, and restart them
  3. TOOLCRIB_SECRET_KEYS=NEW,OLD toolcrib secrets rotate      # encrypts everything with the new key
  4. set TOOLCRIB_SECRET_KEYS=NEW

The store is that of --store, TOOLCRIB_STORE or the config. A store in a folder belongs to the process
that serves it: stop the gateway first.

Exit status:
  0  done    1  some secrets cannot be decrypted    2  invalid option or key, or the store cannot be opened`;

/** `toolcrib secrets`: the keys that encrypt secrets in the store. */
export const addSecretsCommand: AddCommand = (program, context) => {
  program
    .command("secrets")
    .description("create and replace the keys that encrypt secrets in the store")
    .addArgument(
      new Argument(
        "<action>",
        "key: create one; status: count the secrets; rotate: encrypt them with the first key",
      ).choices(["key", "status", "rotate"]),
    )
    .option("--config <file>", "toolcrib.json; default: the one in the current folder, if there is one")
    .addOption(createStoreOption())
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (action: SecretsAction, options: SecretsOptions) => {
      const { runSecrets } = await import("./run-secrets.ts");
      context.exitWith(await runSecrets(action, options, context.output));
    });
};
