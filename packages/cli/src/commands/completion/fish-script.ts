import type { CommandWords, OptionWords } from "./describe-program.ts";

/** Completes commands, options, their values and files in fish, with descriptions. */
export function fishScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const lines = commands.flatMap(({ name, description, options, values }) => {
    const condition = `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      `complete -c toolcrib -n '__fish_use_subcommand' -f -a ${name} -d ${quote(description)}`,
      ...options.map((option) => `complete -c toolcrib ${condition} ${describe(option)}`),
      ...(values.length === 0 ? [] : [`complete -c toolcrib ${condition} -f -a ${quote(values.join(" "))}`]),
    ];
  });
  return `# fish completion for toolcrib: save it as ~/.config/fish/completions/toolcrib.fish.
complete -c toolcrib -n '__fish_use_subcommand' -f -a help -d 'print help for a command'
complete -c toolcrib -n '__fish_seen_subcommand_from help' -f -a '${names}'
${lines.join("\n")}
`;
}

function describe({ flags, description, value }: OptionWords): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const action =
    value === "none" ? "-f" : value === "file" ? "-r -F" : value === "text" ? "-x" : `-x -a ${quote(value.join(" "))}`;
  return `${names.join(" ")} ${action} -d ${quote(description)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
