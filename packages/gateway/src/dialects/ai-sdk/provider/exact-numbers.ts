import { replaceInexact } from "@toolcrib/shared/json";

type Fetch = typeof globalThis.fetch;

/** The numbers of one call. */
export interface CallNumbers {
  /** The value with stand-ins for the integers that JavaScript cannot hold; the same object if there are none. */
  readonly replaced: <Value>(value: Value) => Value;
  /** The request is sent. */
  readonly end: () => void;
}

/** All of them have as many digits, and are exact in JavaScript. */
const minStandIn = 1_000_000_000_000_000;
const maxStandIn = Number.MAX_SAFE_INTEGER;
const standIn = /(?<!\d)\d{16}(?!\d)/g;

/**
 * Takes integers beyond 2^53 through packages, which would round them: a package gets random numbers in their place, and the body that
 * it writes gets the integers.
 */
export class ExactNumbers {
  readonly #isUsable: boolean;
  readonly #texts = new Map<string, string>();

  constructor(packageName: string) {
    // Other packages may not send what they write with the fetch that they are given, or sign it first.
    this.#isUsable = packageName.startsWith("@ai-sdk/") && packageName !== "@ai-sdk/amazon-bedrock";
  }

  begin(): CallNumbers {
    const used = new Map<string, number>();
    const replace = (text: string): number => {
      const known = used.get(text);
      if (known !== undefined) return known;
      const number = minStandIn + Math.floor(Math.random() * (maxStandIn - minStandIn));
      used.set(text, number);
      this.#texts.set(String(number), text);
      return number;
    };
    return {
      replaced: (value) => (this.#isUsable ? replaceInexact(value, replace) : value),
      end: () => {
        for (const number of used.values()) this.#texts.delete(String(number));
      },
    };
  }

  /** A fetch that writes the integers into the bodies of requests. */
  in(fetch: Fetch): Fetch {
    return (input, init) => {
      if (this.#texts.size === 0 || typeof init?.body !== "string") return fetch(input, init);
      const body = init.body.replace(standIn, (number) => this.#texts.get(number) ?? number);
      return fetch(input, { ...init, body });
    };
  }
}
