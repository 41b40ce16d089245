import { Argument, Option } from "commander";
import { addAccessOptions, createRoleOption } from "../../access/access-options.ts";
import type { AddCommand } from "../../command-line/command-context.ts";
import type { AccessCommandOptions } from "./run-access.ts";

const actions = [
  "list",
  "add-organisation",
  "remove-organisation",
  "add-team",
  "remove-team",
  "set-user",
  "remove-user",
  "add-grant",
  "remove-grant",
];

const help = `
Grants say which tools callers see and call. They are given to an organisation, a team, a user or
a key. A tool must be allowed on each of these levels that allows something; what any of them
denies is denied. See docs/access.md.

Examples:
  toolcrib access --store postgres://toolcrib@db.example.com/toolcrib
  toolcrib access add-organisation acme
  toolcrib access add-team data --organisation acme
  toolcrib access set-user ada@example.com --organisation acme --teams data --role admin
  toolcrib access add-grant --organisation acme --to team:data --action allow --server github
  toolcrib access add-grant --organisation acme --action deny --annotation destructiveHint
  toolcrib access remove-grant grant_0123456789ab --organisation acme --json

Exit status:
  0  done    2  invalid option, or the store or the gateway refused it`;

/** `toolcrib access`: organisations, teams, users and grants. */
export const addAccessCommand: AddCommand = (program, { output }) => {
  addAccessOptions(
    program
      .command("access")
      .description("list or change organisations, teams, users and grants")
      .addArgument(new Argument("[action]").choices(actions).default("list"))
      .argument("[name]", "what is added, changed or removed")
      .option("--organisation <name>", "the organisation that it belongs to")
      .addOption(
        new Option("--teams <names>", "the teams of a user, separated by commas").argParser((value) =>
          value.split(",").filter((team) => team !== ""),
        ),
      )
      .addOption(createRoleOption())
      .option("--disable", "accept neither tokens nor keys of the user")
      .option("--enable", "accept them again")
      .option("--to <subject>", "who gets a grant: organisation, team:NAME, user:NAME or key:NAME", "organisation")
      .addOption(new Option("--action <action>", "what a grant does").choices(["allow", "deny", "pin", "defer"]))
      .option("--tool <pattern>", "tools by name, such as mcp__github__*")
      .option("--server <pattern>", "tools by MCP server")
      .option("--annotation <name>", "tools with an MCP annotation, such as readOnlyHint"),
  )
    .addHelpText("after", help)
    .action(async (action: string, name: string | undefined, options: AccessCommandOptions) => {
      const { runAccess } = await import("./run-access.ts");
      await runAccess(action, name, options, output);
    });
};
