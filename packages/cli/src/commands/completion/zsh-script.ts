import type { CommandWords, OptionWords } from "./describe-program.ts";

/** Completes commands, options, their values and files in zsh, with descriptions. */
export function zshScript(commands: readonly CommandWords[]): string {
  const names = commands.map(({ name, description }) => `    ${quote(`${name}:${escapeColons(description)}`)}`);
  const cases = commands.map(({ name, options, values }) => {
    const specifications = options.flatMap(optionSpecifications);
    const rest = values.length > 0 ? [quote(`*:value:(${values.join(" ")})`)] : [quote("*:file:_files")];
    return `    ${name})
      _arguments ${[...specifications, ...rest].join(" \\\n        ")}
      ;;`;
  });
  return `#compdef toolcrib
# zsh completion for toolcrib: save it as _toolcrib in a folder of $fpath.
_toolcrib() {
  local -a commands
  commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
    help) _describe command commands ;;
  esac
}
if [ "$funcstack[1]" = "_toolcrib" ]; then _toolcrib "$@"; else compdef _toolcrib toolcrib; fi
`;
}

function optionSpecifications({ flags, description, value }: OptionWords): string[] {
  const action =
    value === "none"
      ? ""
      : value === "file"
        ? ":file:_files"
        : value === "text"
          ? ":value: "
          : `:value:(${value.join(" ")})`;
  const shown = description.replaceAll(/[[\]]/g, "").replaceAll(":", "\\:");
  // An option may be repeated.
  return flags.map((flag) => quote(`*${flag}[${shown}]${action}`));
}

function escapeColons(text: string): string {
  return text.replaceAll(":", "\\:");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
