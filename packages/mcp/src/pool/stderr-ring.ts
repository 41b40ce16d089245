const maxLines = 200;
const maxLineLength = 2_000;
const maxWordsLength = 200;

/** The last lines of a server's output; earlier ones are dropped. */
export class StderrRing {
  readonly #lines: string[] = [];
  #unfinished = "";

  append(text: string): void {
    const parts = (this.#unfinished + text).split(/\r?\n/);
    this.#unfinished = (parts.pop() ?? "").slice(-maxLineLength);
    for (const line of parts) this.#lines.push(line.slice(0, maxLineLength));
    if (this.#lines.length > maxLines) this.#lines.splice(0, this.#lines.length - maxLines);
  }

  lines(): readonly string[] {
    return this.#unfinished === "" ? [...this.#lines] : [...this.#lines, this.#unfinished];
  }

  /** The last non-empty line: it says most about why a server exited. */
  lastWords(): string | undefined {
    return this.lines()
      .filter((line) => line.trim() !== "" && !line.startsWith("(ended "))
      .at(-1)
      ?.trim()
      .slice(0, maxWordsLength);
  }
}
