/** The sources of the values of `${…}`. */
export interface VariableSources {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The user's answers to VS Code's `inputs`, by id. */
  readonly inputs?: Readonly<Record<string, string>> | undefined;
  readonly home?: string | undefined;
  /** The value of `${workspaceFolder}`. */
  readonly workspaceFolder?: string | undefined;
}

/** A text with its variables expanded, and the variables without a value. */
export interface Expansion {
  readonly text: string;
  readonly missing: readonly string[];
}

const variable = /\$\{([^}]*)\}/g;

/** Expands `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${input:id}`, `${workspaceFolder}` and `${userHome}`. */
export function expandVariables(text: string, sources: VariableSources): Expansion {
  const missing: string[] = [];
  const expanded = text.replace(variable, (whole, inside: string) => {
    const { name, fallback } = splitDefault(inside);
    const value = valueFor(name, sources);
    // As in a shell, the default also replaces an empty variable.
    if (value !== undefined && (value !== "" || fallback === undefined)) return value;
    if (fallback !== undefined) return fallback;
    missing.push(name);
    return whole;
  });
  return { text: expanded, missing };
}

function splitDefault(inside: string): { readonly name: string; readonly fallback: string | undefined } {
  const at = inside.indexOf(":-");
  return at < 0
    ? { name: inside, fallback: undefined }
    : { name: inside.slice(0, at), fallback: inside.slice(at + ":-".length) };
}

function valueFor(name: string, sources: VariableSources): string | undefined {
  if (name.startsWith("env:")) return sources.environment[name.slice("env:".length)] ?? "";
  if (name.startsWith("input:")) return sources.inputs?.[name.slice("input:".length)];
  switch (name) {
    case "workspaceFolder":
    case "workspaceRoot":
      return sources.workspaceFolder;
    case "userHome":
      return sources.home;
    case "pathSeparator":
    case "/":
      return sources.home?.includes("\\") === true ? "\\" : "/";
    default:
      return sources.environment[name];
  }
}
