import { Redactor } from "@toolcrib/core/redaction";
import { plainText, printableLine } from "./plain-text.ts";
import { createStyle, type Style, wantsColours } from "./style.ts";

/** Where a command writes: results to standard output, everything about them to standard error. */
export interface Output {
  /** For results. */
  readonly style: Style;
  /** For notes, warnings and errors. */
  readonly noteStyle: Style;
  /** Somebody can answer questions. */
  readonly isInteractive: boolean;
  /** Somebody watches standard error, so a progress bar makes sense. */
  readonly showsProgress: boolean;
  /** Writes a line of the result. */
  print(line?: string): void;
  /** Writes a line about the result. */
  note(line: string): void;
  /** Writes a line about something that may make the result mean less than it seems to. */
  warn(text: string): void;
  /** Leaves these out of everything that is written from now on. */
  hide(secrets: Iterable<string | undefined>): void;
  /** Redraws the last line of standard error; only where `showsProgress`. */
  redraw(line: string): void;
}

/** The output of this process. */
export function createConsoleOutput(): Output {
  const { stdin, stdout, stderr, env } = process;
  const noteStyle = createStyle(wantsColours(stderr.isTTY, env));
  const redactor = new Redactor();
  /** Everything that is written passes here. */
  const written = (line: string): string => printableLine(redactor.text(line));
  const note = (line: string): void => void stderr.write(`${written(line)}\n`);
  return {
    style: createStyle(wantsColours(stdout.isTTY, env)),
    noteStyle,
    isInteractive: stdin.isTTY && stdout.isTTY,
    showsProgress: stderr.isTTY && env["TERM"] !== "dumb",
    print: (line = "") => void stdout.write(`${written(line)}\n`),
    note,
    warn: (text) => note(`${noteStyle.warning("warning:")} ${plainText(text)}`),
    hide: (secrets) => redactor.learn(secrets),
    redraw: (line) => void stderr.write(`\r\u001b[2K${written(line)}`),
  };
}

let runsWithoutReaders = false;

/** From now on, the process runs on if nobody reads its output any more: a log collector that ends must not end a gateway. */
export function runOnClosedPipe(): void {
  runsWithoutReaders = true;
}

/** A reader such as `head` may close the pipe early: that ends the command quietly and is no fault. */
export function endQuietlyOnClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") {
        throw error;
      }
      if (!runsWithoutReaders) process.exit();
    });
  }
}

/** Waits until everything that was printed has left this process. */
export async function everythingWritten(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map((stream) => new Promise<void>((resolve) => stream.write("", () => resolve()))),
  );
}
