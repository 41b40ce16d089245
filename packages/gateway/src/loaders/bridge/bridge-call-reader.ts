import { ObjectScanner } from "./object-scanner.ts";
import { StringDecoder } from "./string-decoder.ts";

/** What a piece of a wrapped call tells: the real tool's name, once, and after it its arguments as they come. */
export interface BridgeCallParts {
  /** Set in the piece that completes the name. */
  readonly name: string | undefined;
  /** Text to pass on as the real call's arguments; empty while there is none. */
  readonly argumentText: string;
}

/**
 * Unwraps a call of the bridge's tool, `{"name": …, "arguments": {…}}`, while it streams. Arguments that come before the name are
 * held; arguments written as a JSON text are unquoted as they come; where a model puts them beside the name, they are gathered.
 */
export class BridgeCallReader {
  readonly #scanner: ObjectScanner;
  readonly #nameDecoder = new StringDecoder();
  readonly #others: string[] = [];
  #member: "name" | "arguments" | "other" | undefined;
  #memberText = "";
  #otherKey = "";
  #nameText = "";
  #name: string | undefined;
  #hasArguments = false;
  #argumentForm: "unknown" | "raw" | "text" | "held" = "unknown";
  readonly #argumentDecoder = new StringDecoder();
  #quotedText = "";
  #quotedStart: string | undefined;
  #newName: string | undefined;
  #argumentText = "";

  constructor() {
    this.#scanner = new ObjectScanner({
      startMember: (key) => this.#startMember(key),
      memberText: (text) => this.#readText(text),
      endMember: () => this.#endMember(),
    });
  }

  get name(): string | undefined {
    return this.#name;
  }

  push(chunk: string): BridgeCallParts {
    this.#scanner.push(chunk);
    return this.#take();
  }

  /** What is left when the call is complete. */
  end(): BridgeCallParts {
    if (!this.#hasArguments) {
      // Some models write the arguments beside the name instead of inside `arguments`.
      this.#argumentText += `{${this.#others.join(",")}}`;
      this.#hasArguments = true;
    }
    return this.#take();
  }

  #take(): BridgeCallParts {
    const name = this.#newName;
    if (this.#name === undefined) return { name: undefined, argumentText: "" };
    const argumentText = this.#argumentText;
    this.#newName = undefined;
    this.#argumentText = "";
    return { name, argumentText };
  }

  #startMember(key: string): void {
    this.#memberText = "";
    this.#member = "other";
    this.#otherKey = key;
    if (key === "name" && this.#name === undefined) this.#member = "name";
    else if (key === "arguments" && !this.#hasArguments) {
      this.#member = "arguments";
      this.#hasArguments = true;
    }
  }

  #readText(text: string): void {
    if (this.#member === "arguments") this.#readArguments(text);
    else if (this.#member === "name") this.#nameText += this.#nameDecoder.push(text);
    else this.#memberText += text;
  }

  #endMember(): void {
    if (this.#member === "name" && this.#nameDecoder.isClosed) {
      this.#name = this.#nameText;
      this.#newName = this.#name;
    } else if (this.#member === "arguments" && this.#argumentForm === "held") {
      this.#argumentText += /^(?:null|"\s*")$/.test(this.#memberText) ? "{}" : this.#memberText;
    } else if (this.#member === "other") {
      this.#others.push(`${JSON.stringify(this.#otherKey)}:${this.#memberText}`);
    }
    this.#member = undefined;
  }

  #readArguments(text: string): void {
    if (this.#argumentForm === "unknown") {
      this.#argumentForm = text.startsWith("{") ? "raw" : text.startsWith('"') ? "text" : "held";
    }
    if (this.#argumentForm === "raw") this.#argumentText += text;
    else if (this.#argumentForm === "held") this.#memberText += text;
    else this.#readQuotedArguments(text);
  }

  /** A text that does not begin as an object is no quoted object: it stays the string that it is. */
  #readQuotedArguments(text: string): void {
    this.#memberText += text;
    const decoded = this.#argumentDecoder.push(text);
    if (this.#quotedStart === undefined) {
      this.#quotedText += decoded;
      const first = this.#quotedText.trimStart()[0];
      if (first === undefined) {
        if (this.#argumentDecoder.isClosed) this.#argumentForm = "held";
        return;
      }
      this.#quotedStart = first;
      if (first !== "{") {
        this.#argumentForm = "held";
        return;
      }
      this.#argumentText += this.#quotedText;
      return;
    }
    this.#argumentText += decoded;
  }
}
