import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import {
  createEmbedderOption,
  createHistoryOption,
  createJsonOption,
  createLanguagesOption,
  createRankerOption,
  createToolsOption,
  parseCounts,
  parseRankerPair,
} from "../../command-line/options.ts";
import { type EvalOptions, runEval } from "./run-eval.ts";

const help = `
Files (JSON Lines, also gzipped):
  a tool   {"name": "create_issue", "description": "…", "input_schema": {…}, "server": "github"}
           all but the name may be null or missing.
  a query  {"id": "7", "query": "open a bug", "gold": ["create_issue"]}
           gold is empty where no tool answers: such a query counts for false returns only.
           "gold_any": [["create_issue", "new_issue"]] lists every accepted name of each gold tool.
           "kind": "everyday" puts the query in a group that is also reported on separately.

What is measured:
  recall@k         the share of a query's gold tools among the first k hits and candidates, averaged
  MRR              one divided by the rank of the first gold tool, averaged
  nDCG@10          the ranks of the gold tools, discounted by the logarithm of the rank
  loaded recall@k  recall over the first k hits: the tools that a search with a limit of k loads
  loaded           how many tools a search loads on average with the default limit, which is five
  refused          the share of the answerable queries that got neither a hit nor a candidate
  false returns    the share of the unanswerable queries that got a hit
  latency          the time of one search in a warm process
  index            the time until all tools can be searched, vectors included
  Intervals are 95 % and come from a bootstrap over the queries with a fixed seed.

Examples:
  toolcrib eval --tools tools.jsonl --queries queries.jsonl
  toolcrib eval --tools mail.jsonl,crm.jsonl.gz --queries queries.jsonl --ranker bm25 --json
  toolcrib eval --tools tools.jsonl --queries queries.jsonl --k 1,3,20
  toolcrib eval --tools tools.jsonl --queries queries.jsonl --compare bm25,hybrid
  toolcrib eval --tools tools.jsonl --queries queries.jsonl --html failures.html

Exit status:
  0  measured, whatever the result    2  invalid option or file`;

/** `toolcrib eval`: measures a ranker on a catalogue and graded queries. */
export const addEvalCommand: AddCommand = (program, context) => {
  program
    .command("eval")
    .description("measure how well and how fast a ranker finds the right tools")
    .addOption(createToolsOption())
    .requiredOption("--queries <file>", "queries with the tools that answer them: JSON Lines, also gzipped")
    .addOption(createRankerOption().default("hybrid"))
    .addOption(createEmbedderOption())
    .addOption(createLanguagesOption())
    .addOption(createHistoryOption())
    .addOption(new Option("--k <counts>", "cutoffs for recall").argParser(parseCounts).default([1, 5, 10], "1,5,10"))
    .addOption(
      new Option(
        "--compare <A,B>",
        "measure two rankers on the same queries: what B has more than A, with the paired 95 % interval",
      )
        .argParser(parseRankerPair)
        .conflicts("ranker"),
    )
    .option("--per-query <file>", "write one JSON object per query to this file")
    .option("--html <file>", "write a page to this file that shows failures and what to do about each")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (options: EvalOptions) => {
      await runEval(options, context.output);
    });
};
