import { Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { addRunningGatewayOptions } from "../../gateway/running-gateway.ts";
import type { LearningOptions } from "./run-learning.ts";

const help = `
A gateway that learns ("toolcrib serve --learn") remembers, separately for each key, which found
tools were then called. "toolcrib mcp --history FILE" keeps the same in a file. A tenant is the name
of a key or, if the gateway has no keys, an id from the list. Words with a plus speak for a tool,
words with a minus against it; everything fades with time.

Examples:
  toolcrib learning
  toolcrib learning alice --tool mcp__github__create_issue
  toolcrib learning alice --reset
  toolcrib learning alice --export > alice.json
  toolcrib learning alice --import alice.json
  toolcrib learning --file history.json

Exit status:
  0  done    2  invalid option, file or history, or the gateway does not answer`;

/** `toolcrib learning`: what search learned from calls. */
export const addLearningCommand: AddCommand = (program, { output }) => {
  addRunningGatewayOptions(program.command("learning"))
    .description("show, reset, export or import what search learned from calls")
    .argument("[tenant]", "whose calls; without it, everybody is listed")
    .option("--file <file>", "a history in a file instead of a gateway's")
    .option("--tool <name>", "only what was learned about this tool")
    .addOption(new Option("--reset", "forget everything, or everything about --tool").conflicts(["export", "import"]))
    .addOption(new Option("--export", "print everything as JSON, for --import").conflicts(["import", "tool"]))
    .addOption(new Option("--import <file>", "replace everything by an export").conflicts("tool"))
    .addHelpText("after", help)
    .action(async (tenant: string | undefined, options: LearningOptions) => {
      const { runLearning } = await import("./run-learning.ts");
      await runLearning(tenant, options, output);
    });
};
