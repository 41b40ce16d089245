import { Argument } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { createJsonOption } from "../../command-line/options.ts";
import { bashScript } from "./bash-script.ts";
import { describeProgram } from "./describe-program.ts";
import { fishScript } from "./fish-script.ts";
import { zshScript } from "./zsh-script.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

const help = `
The script completes commands, options, their values and files. It is generated from the commands
themselves: generate it again after an update.

Examples:
  source <(toolcrib completion bash)
  toolcrib completion zsh > ~/.zfunc/_toolcrib
  toolcrib completion fish > ~/.config/fish/completions/toolcrib.fish`;

/** `toolcrib completion`: the script with which a shell completes this command. */
export const addCompletionCommand: AddCommand = (program, { output }) => {
  program
    .command("completion")
    .description("print a completion script for your shell")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(scripts)))
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action((shell: keyof typeof scripts, { json }: { readonly json?: true }) => {
      const script = scripts[shell](describeProgram(program));
      output.print(json ? JSON.stringify({ shell, script }) : script.trimEnd());
    });
};
