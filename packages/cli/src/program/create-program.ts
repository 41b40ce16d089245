import { readFileSync } from "node:fs";
import { Redactor } from "@toolcrib/core/redaction";
import { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { packageFile } from "../own-package/package-file.ts";
import { allCommands } from "./all-commands.ts";

const helpAfterCommands = `
Examples:
  toolcrib demo --serve
  toolcrib serve --upstream http://127.0.0.1:11434/v1 --upstream-dialect openai-chat --inject auto
  toolcrib init --dry-run
  toolcrib search "let the team know I am late" --tools tools.jsonl --explain
  toolcrib eval --tools tools.jsonl.gz --queries queries.jsonl --json

Exit status:
  0   success; a search has results
  1   a search found nothing, or a check found a problem
  2   invalid option, file or query
  70  internal error: please report it

Files, output and colours:
  Results go to standard output; progress, warnings and errors to standard error.
  Colours and progress bars appear in terminals only; NO_COLOR=1 disables colours.
  Run toolcrib COMMAND --help for the details of a command.`;

/** The whole command line: every command with its options and help. */
export function createProgram(context: CommandContext): Command {
  const { output } = context;
  const program = new Command("toolcrib")
    .description("Keeps thousands of tools out of a model's prompt and loads the few it needs.")
    .version(readVersion(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print help for a command")
    .configureHelp({ styleTitle: (title) => output.style.bold(title), showGlobalOptions: false })
    // Commander quotes what it was given, also an address with a password.
    .configureOutput({ outputError: (text, write) => write(new Redactor().text(text)) })
    .showHelpAfterError(helpHint())
    .exitOverride()
    .addHelpText("after", helpAfterCommands);
  for (const addCommand of allCommands) {
    addCommand(program, context);
  }
  for (const command of program.commands) command.showHelpAfterError(helpHint(command.name()));
  return program;
}

/** What to do about a command line that cannot be read. */
export function helpHint(command?: string): string {
  return command === undefined
    ? 'Run "toolcrib --help" to see the commands.'
    : `Run "toolcrib ${command} --help" to see its options.`;
}

function readVersion(): string {
  return (JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as { version: string }).version;
}
