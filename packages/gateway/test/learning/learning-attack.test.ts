import { readFileSync } from "node:fs";
import type { Tool } from "@toolcrib/core";
import { expect, it } from "vitest";
import { openLearningGateway } from "../../src/testing/learning/learning-gateway.ts";

const sample = (name: string) => new URL(`../../../cli/sample/${name}.jsonl`, import.meta.url);
const linesOf = <Line>(name: string): Line[] =>
  readFileSync(sample(name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
const tools = linesOf<Tool & { name: string; server?: string }>("tools").map(({ name, description, input_schema }) => ({
  name,
  description,
  input_schema: { ...(input_schema as object), required: [] },
})) as (Tool & { name: string })[];
const queries = linesOf<{ query: string }>("queries").map(({ query }) => query);
/** The index alone withstands 1,000 (`usage-attack.test.ts` of the search package); here the calls come through the gateway. */
const attempts = 200;

it(`lets no tool take the first place of an unrelated query by spamming calls: ${attempts} attempts`, {
  timeout: 300_000,
}, async () => {
  const { gateway, ask, shownFor, admin } = await openLearningGateway({ tools });
  const plainly = new Map<string, readonly string[]>();
  let learned = 0;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const query = queries[attempt % queries.length] as string;
    const plain = plainly.get(query) ?? (await shownFor(query, "nobody"));
    plainly.set(query, plain);
    // Unrelated: the ranking does not have it among its first five. Every other attempt takes the nearest such tool.
    const nearest = attempt % 2 === 0 ? plain[5] : undefined;
    const others = tools.filter(({ name }) => !plain.slice(0, 5).includes(name));
    const evil = nearest ?? (others[(attempt * 7_919) % others.length] as { name: string }).name;
    // A caller of its own, so that no attempt profits from another.
    const key = `caller ${attempt}`;
    for (const text of [
      query,
      `${query} ${evil.replaceAll("_", " ")}`,
      `${evil.replaceAll("_", " ")} ${query} ${query}`,
    ]) {
      await ask({ query: text, calls: [evil, evil] }, key);
    }
    expect((await shownFor(query, key))[0], `${evil} for ${query}`).not.toBe(evil);
    if (attempt % 20 === 0) {
      const { histories } = (await (await admin("")).json()) as { histories: { calls: number }[] };
      learned += histories.at(-1)?.calls ?? 0;
      // The number of callers in memory is bounded.
      expect(histories.length).toBeLessThanOrEqual(64);
    }
  }
  // The attack is real: its calls are learned from.
  expect(learned).toBeGreaterThan(5);
  await gateway.close();
});
