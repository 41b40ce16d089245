import { matchesGlob } from "@toolcrib/shared/names";
import type { ModelPrice, PriceTable, TokenCounts } from "../contracts/savings.ts";

/** Finds the price of a model for a prompt of a length; undefined if the table has none. */
export type FindPrice = (model: string, promptTokens: number) => ModelPrice | undefined;

/** Finds prices in a table. The first entry that fits applies. */
export function createFindPrice({ models }: PriceTable): FindPrice {
  const known = new Map<string, readonly ModelPrice[]>();
  return (model, promptTokens) => {
    let entries = known.get(model);
    if (entries === undefined) {
      entries = models.filter((price) => price.models.some((pattern) => matchesGlob(pattern, model)));
      // Clients choose the names of models.
      if (known.size >= maxKnownModels) known.clear();
      known.set(model, entries);
    }
    return entries.find(({ maxPromptTokens = Number.POSITIVE_INFINITY }) => promptTokens <= maxPromptTokens);
  };
}

const maxKnownModels = 1_000;
const million = 1_000_000;

/** What tokens cost, in US dollars. `oneHour` is the part of the cache writes that lasts an hour. */
export function costOf(
  { input, cacheRead, cacheWritten, output }: TokenCounts,
  price: ModelPrice,
  oneHour = 0,
): number {
  const { cacheRead: read = price.input, cacheWritten: written = price.input } = price;
  const { cacheWrittenOneHour: writtenOneHour = written } = price;
  const writtenLong = Math.min(oneHour, cacheWritten);
  const dollars =
    input * price.input +
    cacheRead * read +
    (cacheWritten - writtenLong) * written +
    writtenLong * writtenOneHour +
    output * price.output;
  return dollars / million;
}
