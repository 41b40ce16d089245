const simpleEscapes: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

/** Decodes the text of a JSON string that comes in pieces, its quotes included. What is not complete yet is held back. */
export class StringDecoder {
  #held = "";
  #isOpen = false;
  #isClosed = false;

  /** Whether the closing quote has come. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  push(chunk: string): string {
    const text = this.#held + chunk;
    this.#held = "";
    let decoded = "";
    let position = 0;
    if (!this.#isOpen && text.startsWith('"')) {
      this.#isOpen = true;
      position = 1;
    }
    while (position < text.length && !this.#isClosed) {
      const character = text[position] as string;
      if (character === '"') {
        this.#isClosed = true;
        break;
      }
      const length = character !== "\\" ? 1 : text[position + 1] === "u" ? 6 : 2;
      if (position + length > text.length) {
        this.#held = text.slice(position);
        break;
      }
      decoded += length === 1 ? character : readEscape(text.slice(position + 1, position + length));
      position += length;
    }
    return this.#keepWhole(decoded);
  }

  /** The first half of a character waits for its second: alone it is no text. */
  #keepWhole(decoded: string): string {
    const last = decoded.charCodeAt(decoded.length - 1);
    if (this.#isClosed || !(last >= 0xd800 && last <= 0xdbff)) return decoded;
    this.#held = `\\u${last.toString(16)}${this.#held}`;
    return decoded.slice(0, -1);
  }
}

function readEscape(sequence: string): string {
  if (!sequence.startsWith("u")) return simpleEscapes[sequence] ?? sequence;
  const code = Number.parseInt(sequence.slice(1), 16);
  return Number.isNaN(code) ? sequence : String.fromCharCode(code);
}
