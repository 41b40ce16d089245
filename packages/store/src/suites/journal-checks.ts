import assert from "node:assert/strict";
import type { Journal, JournalEntry, NewJournalEntry } from "../contract/journal.ts";

/** A check of a journal that is empty. */
export interface JournalCheck {
  readonly title: string;
  readonly run: (journal: Journal) => Promise<void>;
}

const entry = (text: string, more: Partial<NewJournalEntry> = {}): NewJournalEntry => ({
  at: 1_000,
  labels: {},
  text,
  ...more,
});
const all = { limit: 1_000 };
const textsOf = (entries: readonly JournalEntry[]): readonly string[] => entries.map(({ text }) => text);

/** What every journal does. */
export const journalChecks: readonly JournalCheck[] = [
  {
    title: "appends entries in order, and gives them back unchanged",
    run: async (journal) => {
      const odd = {
        at: 5,
        labels: { tool: 'é "漢" \u0000 \ud800', user: "" },
        text: JSON.stringify('é 漢 🦜 \u0000 "'),
      };
      assert.deepEqual(await journal.append("log", () => [odd]), [{ ...odd, sequence: 1 }]);
      await journal.append("log", (last) => [entry(`after ${last?.sequence}`), entry("then")]);
      await journal.append("log", () => []);
      assert.deepEqual(await journal.read("log", all), [
        { ...odd, sequence: 1 },
        { ...entry("after 1"), sequence: 2 },
        { ...entry("then"), sequence: 3 },
      ]);
    },
  },
  {
    title: "keeps journals apart",
    run: async (journal) => {
      await journal.append("one", () => [entry("a")]);
      const added = await journal.append("other", (last) => [entry(`after ${last?.sequence}`)]);
      assert.deepEqual(added, [{ ...entry("after undefined"), sequence: 1 }]);
      assert.equal(await journal.deleteBefore("one", 100), 0);
      assert.deepEqual(await journal.read("none", all), []);
    },
  },
  {
    title: "lets no append come between the last entry and the next, of many at the same time",
    run: async (journal) => {
      const append = () => journal.append("log", (last) => [entry(String((last?.sequence ?? 0) + 1))]);
      await Promise.all(Array.from({ length: 12 }, append));
      const entries = await journal.read("log", all);
      assert.equal(entries.length, 12);
      for (const [position, { sequence, text }] of entries.entries()) {
        assert.deepEqual([sequence, text], [position + 1, String(position + 1)]);
      }
    },
  },
  {
    title: "keeps entries of one append together, of many at the same time",
    run: async (journal) => {
      const append = (_: unknown, number: number) =>
        journal.append("log", () => Array.from({ length: (number % 3) + 1 }, () => entry(String(number))));
      const added = await Promise.all(Array.from({ length: 12 }, append));
      const entries = await journal.read("log", all);
      assert.deepEqual(
        entries,
        added.toSorted(([one], [other]) => (one?.sequence ?? 0) - (other?.sequence ?? 0)).flat(),
      );
      assert.deepEqual(
        entries.map(({ sequence }) => sequence),
        Array.from({ length: 24 }, (_, position) => position + 1),
      );
    },
  },
  {
    title: "appends nothing if the new entries cannot be made",
    run: async (journal) => {
      const fail = (): never => {
        throw new Error("no");
      };
      await assert.rejects(journal.append("log", fail), /no/);
      assert.deepEqual(textsOf(await journal.append("log", () => [entry("a")])), ["a"]);
    },
  },
  {
    title: "finds entries by sequence, time and labels, from either end",
    run: async (journal) => {
      const made = Array.from({ length: 12 }, (_, position) => position + 1).map((number) =>
        entry(String(number), { at: number * 10, labels: { tool: number % 2 === 0 ? "even" : "odd", by: "me" } }),
      );
      await journal.append("log", () => made);
      const found = async (query: object): Promise<readonly string[]> =>
        textsOf(await journal.read("log", { ...all, ...query }));
      assert.deepEqual(await found({ from: 2, to: 4 }), ["2", "3", "4"]);
      assert.deepEqual(await found({ since: 20, until: 30 }), ["2", "3"]);
      assert.deepEqual(await found({ labels: { tool: "odd" } }), ["1", "3", "5", "7", "9", "11"]);
      assert.deepEqual(await found({ labels: { tool: "odd", by: "you" } }), []);
      assert.deepEqual(await found({ newestFirst: true, limit: 4 }), ["12", "11", "10", "9"]);
      assert.deepEqual(await found({ newestFirst: true, limit: 1, labels: { tool: "odd" } }), ["11"]);
    },
  },
  {
    title: "deletes entries from the start, never the last, and goes on counting",
    run: async (journal) => {
      await journal.append("log", () => [entry("1"), entry("2"), entry("3")]);
      assert.equal(await journal.deleteBefore("log", 2), 1);
      assert.deepEqual(textsOf(await journal.read("log", all)), ["2", "3"]);
      assert.equal(await journal.deleteBefore("log", 100), 1);
      assert.deepEqual(textsOf(await journal.read("log", all)), ["3"]);
      const [added] = await journal.append("log", () => [entry("4")]);
      assert.equal(added?.sequence, 4);
    },
  },
];
