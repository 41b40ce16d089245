/** Marks text for the eye: colours on a terminal, nothing elsewhere. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
  accent(text: string): string;
}

/** Colours are for terminals, and for people who did not switch them off: see no-color.org. */
export function wantsColours(isTerminal: boolean, environment: NodeJS.ProcessEnv): boolean {
  const { NO_COLOR: noColour = "", TERM: terminal } = environment;
  return isTerminal && noColour === "" && terminal !== "dumb";
}

/** The style for a stream that does or does not want colours. */
export function createStyle(hasColours: boolean): Style {
  const paint =
    (start: number, end: number) =>
    (text: string): string =>
      hasColours ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return {
    bold: paint(1, 22),
    dim: paint(2, 22),
    good: paint(32, 39),
    warning: paint(33, 39),
    bad: paint(31, 39),
    accent: paint(36, 39),
  };
}
