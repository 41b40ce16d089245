import type { CommandWords } from "./describe-program.ts";

/** Completes commands, options, their values and files in bash. */
export function bashScript(commands: readonly CommandWords[]): string {
  const cases = commands.map(({ name, options, values }) => {
    const flags = options.flatMap((option) => option.flags);
    const valueCases = options
      .filter(({ value }) => value !== "none")
      .map(({ flags: names, value }) => {
        const reply =
          value === "file"
            ? `COMPREPLY=($(compgen -f -- "$current"))`
            : value === "text"
              ? "COMPREPLY=()"
              : `COMPREPLY=($(compgen -W "${(value as readonly string[]).join(" ")}" -- "$current"))`;
        return `        ${names.join(" | ")}) ${reply}; return ;;`;
      });
    return `    ${name})
      case "$previous" in
${valueCases.length === 0 ? "        *) ;;" : valueCases.join("\n")}
      esac
      COMPREPLY=($(compgen -W "${[...values, ...flags].join(" ")}" -- "$current"))
      ;;`;
  });
  const names = commands.map(({ name }) => name).join(" ");
  return `# bash completion for toolcrib: source it in ~/.bashrc, or save it as toolcrib in bash-completion's folder.
_toolcrib() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if [ "$COMP_CWORD" -le 1 ]; then
    COMPREPLY=($(compgen -W "${names} help --help --version" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    help) COMPREPLY=($(compgen -W "${names}" -- "$current")) ;;
  esac
}
complete -o filenames -F _toolcrib toolcrib
`;
}
