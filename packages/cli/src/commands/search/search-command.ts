import type { AddCommand } from "../../command-line/command-context.ts";
import { createServersOption, createWaitOption } from "../../command-line/config-options.ts";
import {
  createEmbedderOption,
  createHistoryOption,
  createJsonOption,
  createLanguagesOption,
  createRankerOption,
  createToolsOption,
  parseCount,
} from "../../command-line/options.ts";
import { runSearch, type SearchOptions } from "./run-search.ts";

const help = `
The query:
  send an email             plain words for what the tool should do
  create_issue              the name of a tool, whole or its last part
  mcp__github               every tool of a server
  +slack message            "slack" must occur
  select:read_file,grep     exactly these tools
  /^mcp__jira__.*comment/   a regular expression (RE2 syntax)

Examples:
  toolcrib search "let the team know I am late" --tools tools.jsonl --explain
  toolcrib search +github "open a bug" --tools github.jsonl,jira.jsonl.gz --limit 3
  toolcrib search "add two numbers" --config .mcp.json
  some-command | toolcrib search "play music" --tools - --json

Exit status:
  0  hits found    1  nothing found    2  invalid option, file or query`;

/** `toolcrib search`: asks a catalogue one question. */
export const addSearchCommand: AddCommand = (program, context) => {
  program
    .command("search")
    .description("search tools from files or servers, and explain the results")
    .argument("<query...>", "what to look for; several arguments are joined with spaces")
    .addOption(createToolsOption().makeOptionMandatory(false))
    .addOption(createServersOption())
    .addOption(createWaitOption())
    .addOption(createRankerOption().default("hybrid"))
    .addOption(createEmbedderOption())
    .addOption(createLanguagesOption())
    .addOption(createHistoryOption())
    .option("--limit <count>", "at most this many hits", parseCount, 5)
    .option("--explain", "explain the score of every hit")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (words: string[], options: SearchOptions) => {
      context.exitWith(await runSearch(words.join(" "), options, context.output));
    });
};
