/** Told about the members of an object while its text comes in. */
export interface MemberListener {
  /** A value begins. */
  startMember(key: string): void;
  /** More of the value, as it is written: a string with its quotes and escapes. */
  memberText(text: string): void;
  endMember(): void;
}

type State = "before" | "key-or-end" | "key" | "colon" | "value-start" | "value" | "after-value" | "done" | "broken";

/**
 * Reads the members of one JSON object out of a text that comes in pieces, without waiting for the end of a value.
 * It finds where values begin and end and does not check them: whoever takes the values will.
 */
export class ObjectScanner {
  readonly #listener: MemberListener;
  #state: State = "before";
  #key = "";
  /** Inside a value: how many brackets are open, whether a string is, and whether its next character is escaped. */
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  constructor(listener: MemberListener) {
    this.#listener = listener;
  }

  /** Whether the object has ended. */
  get isDone(): boolean {
    return this.#state === "done";
  }

  push(chunk: string): void {
    let position = 0;
    while (position < chunk.length) {
      position = this.#state === "value" ? this.#readValue(chunk, position) : this.#readBetween(chunk, position);
    }
  }

  /** One character outside values; the position to go on from. */
  #readBetween(chunk: string, position: number): number {
    const character = chunk[position] as string;
    if (this.#state === "key") return this.#readKey(character, position);
    if (/\s/.test(character)) return position + 1;
    switch (this.#state) {
      case "before":
        this.#state = character === "{" ? "key-or-end" : "broken";
        break;
      case "key-or-end":
        if (character === '"') this.#startKey();
        else if (character === "}") this.#state = "done";
        else if (character !== ",") this.#state = "broken";
        break;
      case "colon":
        this.#state = character === ":" ? "value-start" : "broken";
        break;
      case "value-start":
        this.#startValue();
        // The character belongs to the value.
        return position;
      case "after-value":
        this.#state = character === "," ? "key-or-end" : character === "}" ? "done" : "broken";
        break;
      default:
        break;
    }
    return position + 1;
  }

  #startKey(): void {
    this.#state = "key";
    this.#key = '"';
    this.#isEscaped = false;
  }

  #readKey(character: string, position: number): number {
    this.#key += character;
    if (this.#isEscaped) this.#isEscaped = false;
    else if (character === "\\") this.#isEscaped = true;
    else if (character === '"') this.#state = "colon";
    return position + 1;
  }

  #startValue(): void {
    this.#state = "value";
    this.#depth = 0;
    this.#isInString = false;
    this.#isEscaped = false;
    this.#listener.startMember(readKey(this.#key));
  }

  #readValue(chunk: string, start: number): number {
    for (let position = start; position < chunk.length; position++) {
      const end = this.#endsAt(chunk[position] as string);
      if (end === "no") continue;
      const until = end === "with-this" ? position + 1 : position;
      if (until > start) this.#listener.memberText(chunk.slice(start, until));
      this.#listener.endMember();
      this.#state = "after-value";
      return until;
    }
    this.#listener.memberText(chunk.slice(start));
    return chunk.length;
  }

  /** Whether the value ends with this character, or before it. */
  #endsAt(character: string): "no" | "with-this" | "before-this" {
    if (this.#isInString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === "\\") this.#isEscaped = true;
      else if (character === '"') {
        this.#isInString = false;
        return this.#depth === 0 ? "with-this" : "no";
      }
      return "no";
    }
    if (character === '"') this.#isInString = true;
    else if (character === "{" || character === "[") this.#depth++;
    else if (character === "}" || character === "]") {
      if (this.#depth === 0) return "before-this";
      this.#depth--;
      if (this.#depth === 0) return "with-this";
    } else if (this.#depth === 0 && /[,\s]/.test(character)) return "before-this";
    return "no";
  }
}

function readKey(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
