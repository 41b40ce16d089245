import type { Command, Option } from "commander";

/** What can be typed behind a command. */
export interface CommandWords {
  readonly name: string;
  readonly description: string;
  readonly options: readonly OptionWords[];
  /** The fixed values of its arguments. */
  readonly values: readonly string[];
}

export interface OptionWords {
  /** Such as `--port` and `-p`. */
  readonly flags: readonly string[];
  readonly description: string;
  /** What comes behind it: nothing, one of these values, a file, or some other text. */
  readonly value: "none" | "file" | "text" | readonly string[];
}

/** The commands of a program with everything that a shell can complete. */
export function describeProgram(program: Command): readonly CommandWords[] {
  return program.commands.map((command) => ({
    name: command.name(),
    description: command.description(),
    options: [...command.options.filter(({ hidden }) => !hidden).map(describeOption), help],
    values: command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
  }));
}

const help: OptionWords = { flags: ["--help"], description: "print help", value: "none" };

function describeOption(option: Option): OptionWords {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined && flag !== null);
  return { flags, description: option.description, value: valueKind(option) };
}

function valueKind({ required, optional, argChoices, flags }: Option): OptionWords["value"] {
  if (!required && !optional) return "none";
  if (argChoices !== undefined) return argChoices;
  return /<(?:files?|folder)>/.test(flags) ? "file" : "text";
}
