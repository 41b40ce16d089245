import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createJsonOption } from "../../command-line/options.ts";

interface KeyOptions {
  readonly name: string;
  readonly admin?: true;
  readonly json?: true;
}

const help = `
The key is printed once and stored nowhere. The config keeps its SHA-256, from which it cannot
be found again.

Examples:
  toolcrib key --name ci
  toolcrib key --name me --admin --json`;

/** `toolcrib key`: makes a key for the gateway. */
export const addKeyCommand: AddCommand = (program, { output }) => {
  program
    .command("key")
    .description("make an API key for the gateway, and the hash of it for its config")
    .addOption(new Option("--name <name>", "who has it; stands in the trace").default("default"))
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
      output.note("Keep it: it is not shown again. Put its hash into keys of toolcrib.json:");
      output.note(JSON.stringify(entry));
    });
};
