import type { AddCommand } from "../../command-line/command-context.ts";
import { createJsonOption, createStoreOption } from "../../command-line/options.ts";
import type { MigrateOptions } from "./run-migrate.ts";

const help = `
"toolcrib serve" creates and updates the tables of its store when it starts. Run this command before
an update if the database user of the gateway may not create tables. It only adds to the tables, so
gateways of the version before keep working, and it is safe to run it repeatedly or concurrently.

The store is that of --store, TOOLCRIB_STORE or the config.

Examples:
  toolcrib migrate --store postgres://owner@db.example.com/toolcrib
  toolcrib migrate --dry-run --json

Exit status:
  0  the tables are up to date    1  with --dry-run: they are not    2  invalid option, or the store cannot be opened`;

/** `toolcrib migrate`: brings the tables of the store up to date. */
export const addMigrateCommand: AddCommand = (program, context) => {
  program
    .command("migrate")
    .description("bring the tables of the store up to date")
    .option("--config <file>", "toolcrib.json; default: the one in the current folder, if there is one")
    .addOption(createStoreOption())
    .option("--dry-run", "print what is missing and change nothing")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (options: MigrateOptions) => {
      const { runMigrate } = await import("./run-migrate.ts");
      context.exitWith(await runMigrate(options, context.output));
    });
};
