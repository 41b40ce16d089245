import { isSecretName } from "./secret-names.ts";

/** What replaces a secret. */
export const redactedText = "[redacted]";

/** A shorter one could be any word, and text would be unreadable without it. */
const minSecretLength = 8;
/** A longer one is no key; in a field with a telling name, it is left out because of the name. */
const maxSecretLength = 16_384;
const maxDepth = 100;
const maxOneByOne = 8;

/**
 * Takes secrets out of everything that is shown or written down: those it knows, anywhere in a text, credentials in URLs,
 * and values of fields whose names say that they are secret.
 */
export class Redactor {
  readonly #parent: Redactor | undefined;
  /** The longest first, so that none is cut by another that it contains. */
  #secrets: readonly string[] = [];
  /** Finds any of many at once; few are looked for one by one, which costs less than making it for each request. */
  #anySecret: RegExp | undefined;

  constructor(secrets: Iterable<string | undefined> = [], parent?: Redactor) {
    this.#parent = parent;
    this.learn(secrets);
  }

  /** Knows these too from now on, also in the forms that they have in JSON and in URLs. */
  learn(secrets: Iterable<string | undefined>): void {
    const known = new Set(this.#secrets);
    for (const secret of secrets) {
      if (secret === undefined || secret.length < minSecretLength || secret.length > maxSecretLength) continue;
      known.add(secret);
      known.add(JSON.stringify(secret).slice(1, -1));
      known.add(encodeSafely(secret));
    }
    if (known.size === this.#secrets.length) return;
    this.#secrets = [...known].sort((a, b) => b.length - a.length);
    this.#anySecret = known.size > maxOneByOne ? new RegExp([...known].map(escapePattern).join("|")) : undefined;
  }

  /** One that knows what this one knows, and more. */
  extend(secrets: Iterable<string | undefined> = []): Redactor {
    return new Redactor(secrets, this);
  }

  /** The text without secrets. */
  text(text: string): string {
    let result = this.#parent === undefined ? withoutLogins(text) : this.#parent.text(text);
    if (this.#anySecret?.test(result) === false) return result;
    for (const secret of this.#secrets) {
      if (result.includes(secret)) result = result.replaceAll(secret, redactedText);
    }
    return result;
  }

  /** A value as JSON has them, without secrets: the same object where there is none in it. */
  value<Value>(value: Value): Value {
    return this.#value(value, 0) as Value;
  }

  #value(value: unknown, depth: number): unknown {
    if (typeof value === "string") return this.text(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth > maxDepth) return redactedText;
    return Array.isArray(value) ? this.#list(value, depth) : this.#fields(value, depth);
  }

  #list(list: readonly unknown[], depth: number): readonly unknown[] {
    let copy: unknown[] | undefined;
    for (const [position, item] of list.entries()) {
      const shown = this.#value(item, depth + 1);
      if (shown === item) continue;
      copy ??= [...list];
      copy[position] = shown;
    }
    return copy ?? list;
  }

  #fields(fields: object, depth: number): object {
    let copy: Map<string, unknown> | undefined;
    for (const [name, item] of Object.entries(fields)) {
      const isSecret = typeof item === "string" && item !== "" && isSecretName(name);
      const shown = isSecret ? redactedText : this.#value(item, depth + 1);
      const shownName = this.text(name);
      if (shown === item && shownName === name) continue;
      copy ??= new Map(Object.entries(fields));
      if (shownName !== name) copy.delete(name);
      copy.set(shownName, shown);
    }
    return copy === undefined ? fields : Object.fromEntries(copy);
  }
}

/** URLs in a text without the names and passwords in them. */
function withoutLogins(text: string): string {
  if (!text.includes("://") || !text.includes("@")) return text;
  return text.replace(/(\w:\/\/)[^\s/?#@"'<>]{1,1000}@/g, `$1${redactedText}@`);
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function encodeSafely(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    // Half of a surrogate pair has no such form.
    return text;
  }
}
