import { Argument, Option } from "commander";
import { addAccessOptions, createRoleOption, parseDuration } from "../../access/access-options.ts";
import type { AddCommand } from "../../command-line/command-context.ts";
import type { KeysOptions } from "./run-keys.ts";

const help = `
Keys belong to an organisation ("toolcrib access add-organisation") and are in the store: all
gateways with that store accept them, and follow a change within a second. A key is printed once;
the store has only its hash. Keys in the config are created with "toolcrib key".

Examples:
  toolcrib keys --store postgres://toolcrib@db.example.com/toolcrib
  toolcrib keys create ci --organisation acme --team data --expires 90d
  toolcrib keys rotate ci --organisation acme --grace 24h
  toolcrib keys revoke ci --organisation acme --gateway http://127.0.0.1:8788 --json

Exit status:
  0  done    2  invalid option, or the store or the gateway refused it`;

/** `toolcrib keys`: the keys of organisations. */
export const addKeysCommand: AddCommand = (program, { output }) => {
  addAccessOptions(
    program
      .command("keys")
      .description("list, create, rotate or revoke keys of an organisation")
      .addArgument(new Argument("[action]").choices(["list", "create", "rotate", "revoke"]).default("list"))
      .argument("[name]", "the name of the key")
      .option("--organisation <name>", "the organisation of the key")
      .option("--team <name>", "the team that the key works for")
      .option("--user <name>", "the owner of the key")
      .addOption(createRoleOption())
      .addOption(new Option("--expires <time>", "when the key expires, such as 90d or 12h").argParser(parseDuration))
      .addOption(
        new Option("--grace <time>", "how long the previous secret is still accepted").argParser(parseDuration),
      ),
  )
    .addHelpText("after", help)
    .action(async (action: string, name: string | undefined, options: KeysOptions) => {
      const { runKeys } = await import("./run-keys.ts");
      await runKeys(action, name, options, output);
    });
};
