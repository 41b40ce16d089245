import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createJsonOption } from "../../command-line/options.ts";

interface KeyOptions {
  readonly name: string;
  readonly admin?: true;
  readonly json?: true;
}

const help = `
The key is printed once and not stored. The config holds its SHA-256 hash, from which the key
cannot be recovered.

Examples:
  toolcrib key --name ci
  toolcrib key --name me --admin --json`;

/** `toolcrib key`: makes a key for the gateway. */
export const addKeyCommand: AddCommand = (program, { output }) => {
  program
    .command("key")
    .description("create an API key for the gateway, and the hash for its config")
    .addOption(new Option("--name <name>", "who uses the key; shown in traces").default("default"))
    .option("--admin", "the key may use the admin API and the metrics")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async ({ name, admin, json }: KeyOptions) => {
      const { createApiKey } = await import("@toolcrib/gateway");
      const { key, sha256 } = createApiKey();
      const entry = { name, sha256, ...(admin ? { admin } : {}) };
      if (json) {
        output.print(JSON.stringify({ key, entry }));
        return;
      }
      output.print(key);
      output.note("Save the key: it is not shown again. Add its hash to keys in toolcrib.json:");
      output.note(JSON.stringify(entry));
    });
};
