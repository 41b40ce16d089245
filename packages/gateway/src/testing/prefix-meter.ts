/** How a request's prompt relates to the one before it. */
export interface PrefixReading {
  /** Parts of the prompt: the tools, the system prompt, then one a message. */
  readonly parts: number;
  /** How many parts, from the front, were in the request before. */
  readonly partsReused: number;
  /** How many parts of the request before are not reused; 0 when nothing was lost. */
  readonly partsLost: number;
  /** The first part that differs from the request before, such as `tools` or `messages.3`; undefined when nothing was lost. */
  readonly brokenAt?: string;
  readonly characters: number;
  /** Characters shared with the request before, to the very place where they part. */
  readonly charactersReused: number;
}

/** Reads requests in their order. */
export interface PrefixMeter {
  read(parts: readonly string[]): PrefixReading;
  readonly readings: readonly PrefixReading[];
}

/**
 * Measures what a prompt cache could reuse. It is given each prompt as parts in the order of the cache, tools, system, messages, as a
 * model would be shown them.
 */
export function createPrefixMeter(): PrefixMeter {
  const readings: PrefixReading[] = [];
  let before: readonly string[] = [];
  return {
    readings,
    read(parts) {
      const reading = compare(before, parts);
      before = parts;
      readings.push(reading);
      return reading;
    },
  };
}

function compare(before: readonly string[], parts: readonly string[]): PrefixReading {
  const firstDifferent = parts.findIndex((part, index) => part !== before[index]);
  const partsReused = firstDifferent < 0 ? parts.length : firstDifferent;
  const partsLost = Math.max(0, before.length - partsReused);
  return {
    parts: parts.length,
    partsReused,
    partsLost,
    ...(partsLost === 0 ? {} : { brokenAt: partName(partsReused) }),
    characters: lengthOf(parts),
    charactersReused: lengthOf(parts.slice(0, partsReused)) + sharedStart(before[partsReused], parts[partsReused]),
  };
}

function partName(index: number): string {
  return ["tools", "system"][index] ?? `messages.${index - 2}`;
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function sharedStart(one = "", other = ""): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
