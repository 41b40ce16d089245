/** When tools are deferred: always, above a share of the context window, or never. */
export type ToolSearchMode =
  | { readonly kind: "always" }
  | { readonly kind: "auto"; readonly percent: number }
  | { readonly kind: "off" };

/** The mode, and whether it was chosen or is the default. */
export interface ModeReading {
  readonly mode: ToolSearchMode;
  readonly isChosen: boolean;
}

/** Environment variables in the form of `process.env`; passed in, because not every runtime has it. */
export type Environment = Readonly<Record<string, string | undefined>>;

const always: ToolSearchMode = { kind: "always" };
const off: ToolSearchMode = { kind: "off" };
const falsyWords: ReadonlySet<string> = new Set(["0", "false", "no", "off"]);
const defaultPercent = 10;

/**
 * Step 1. Reads a value of `ENABLE_TOOL_SEARCH`, or the same from a config.
 * `auto` is lower case; every other word that does not mean no means yes, as in existing clients.
 */
export function parseMode(value: string | boolean | undefined): ToolSearchMode {
  if (value === undefined || value === true) return always;
  if (value === false) return off;
  const word = value.trim();
  if (falsyWords.has(word.toLowerCase())) return off;
  if (word === "auto") return { kind: "auto", percent: defaultPercent };
  return word.startsWith("auto:") ? parseAuto(word.slice("auto:".length)) : always;
}

function parseAuto(text: string): ToolSearchMode {
  const percent = Number.parseInt(text, 10);
  if (Number.isNaN(percent)) return { kind: "auto", percent: defaultPercent };
  if (percent <= 0) return always;
  return percent >= 100 ? off : { kind: "auto", percent };
}

/** The config's value, or else the environment's. An empty value counts as unset. */
export function readMode(configured: string | boolean | undefined, environment: Environment): ModeReading {
  const value = configured ?? environment["ENABLE_TOOL_SEARCH"];
  return { mode: parseMode(value), isChosen: value !== undefined && String(value).trim() !== "" };
}

/** Whether the switch that keeps every experimental field off the wire is set. */
export function isKillSwitchSet(environment: Environment): boolean {
  return ["DISABLE_EXPERIMENTAL_BETAS", "CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS"].some((name) => {
    const value = environment[name]?.trim().toLowerCase();
    return value !== undefined && value !== "" && !falsyWords.has(value);
  });
}
