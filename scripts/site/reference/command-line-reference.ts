import { createConsoleOutput } from "../../../packages/cli/src/output/console-output.ts";
import { createProgram } from "../../../packages/cli/src/program/create-program.ts";
import { plain, table } from "./markdown.ts";

type Command = ReturnType<typeof createProgram>;
type Option = Command["options"][number];

const introduction = `# Command line reference

Every command of \`toolcrib\` with its options, generated from the program itself. \`toolcrib COMMAND --help\` prints the same. [packages/cli](/packages/cli) explains the commands with their output.`;

/** The reference of the command line as a page. */
export function commandLineReference(): string {
  const program = createProgram({ output: createConsoleOutput(), exitWith: () => {} });
  const overview = table(
    ["command", "what it does"],
    program.commands.map((command) => [`[\`${command.name()}\`](#${command.name()})`, plain(command.description())]),
  );
  const ending = codeBlock(helpAfter(program));
  return [introduction, overview, ...program.commands.map(describeCommand), "## In all commands", ending]
    .join("\n\n")
    .concat("\n");
}

function describeCommand(command: Command): string {
  const usage = codeBlock(`toolcrib ${command.name()} ${command.usage()}`, "sh");
  const options = command.options.filter(({ hidden }) => !hidden).map(describeOption);
  const values = command.registeredArguments.map((argument) => [
    `\`${argument.name()}\``,
    `${plain(argument.description)}${choices(argument.argChoices)}`,
  ]);
  return [
    `## ${command.name()}`,
    sentence(plain(command.description())),
    usage,
    ...(values.length + options.length === 0
      ? []
      : [table(["argument or option", "meaning"], [...values, ...options])]),
    codeBlock(helpAfter(command)),
  ].join("\n\n");
}

function describeOption(option: Option): string[] {
  const isTold = option.description.includes("default");
  const preset = isTold || option.defaultValue === undefined ? "" : ` (default: \`${String(option.defaultValue)}\`)`;
  return [`\`${option.flags}\``, `${plain(option.description)}${choices(option.argChoices)}${preset}`];
}

function choices(values: readonly string[] | undefined): string {
  return values === undefined ? "" : `: ${values.map((value) => `\`${value}\``).join(", ")}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What the help says behind the options: explanations and examples. */
function helpAfter(command: Command): string {
  let printed = "";
  command.configureOutput({ writeOut: (text) => (printed += text), getOutHasColors: () => false });
  command.outputHelp();
  return printed.replace(command.helpInformation(), "").trim();
}

function codeBlock(text: string, language = "txt"): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
