import type { SearchableTool } from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { readCatalogue, readQueries } from "./ranking-sets/ranking-set.ts";
import { indexOf, namesOf } from "./support/catalogue.ts";

const tools = readCatalogue("workshop");
const queries = readQueries("case-03-other-words").map(({ query }) => query);
const words = [
  ...new Set(
    tools.flatMap(({ name, description = "" }) => `${name} ${description}`.toLowerCase().match(/[a-z]{3,}/g) ?? []),
  ),
];
const name = "mcp__evil__helper";

const stuffed: readonly (readonly [string, SearchableTool])[] = [
  ["every word of the catalogue in its description", { name, description: words.join(" ") }],
  [
    "the same words over and over",
    { name, description: Array.from({ length: 50 }, () => words.slice(0, 400).join(" ")).join(" ") },
  ],
  ["the descriptions of all other tools", { name, description: tools.map(({ description }) => description).join(" ") }],
  ["every word in its hint", { name, description: "Helps.", searchHint: words.join(" ") }],
  ["words in its name", { name: `mcp__evil__${words.slice(0, 8).join("_")}`, description: words.join(" ") }],
  [
    "every word as an argument",
    {
      name,
      description: "Helps.",
      inputSchema: {
        type: "object",
        properties: Object.fromEntries(words.map((word) => [word, { type: "string", description: word }])),
      },
    },
  ],
];

describe.each(["hybrid", "bm25"] as const)("a keyword-stuffed tool, ranked by %s,", (ranker) => {
  it.each(stuffed)("never comes first with %s", async (_how, evil) => {
    const index = await indexOf([...tools, evil], {});
    const honest = await indexOf(tools, {});
    let found = 0;
    for (const query of queries) {
      const [first, ...others] = namesOf(await index.search(query, { ranker }));
      const [expected] = namesOf(await honest.search(query, { ranker }));
      if (expected !== undefined) found++;
      expect(first, query).not.toBe(evil.name);
      if (ranker === "hybrid") expect(others, query).not.toContain(evil.name);
    }
    expect(found).toBeGreaterThan(queries.length / 2);
  });
});

it("finds a stuffed tool by its name, and not by the words that it is stuffed with", async () => {
  const index = await indexOf([...tools, { name, description: queries.join(" ") }], {});

  expect(namesOf(await index.search("look up this URL", { ranker: "bm25", limit: 50 }))).not.toContain(name);
  expect(namesOf(await index.search("evil helper"))[0]).toBe(name);
});

it("a tool of one honest sentence comes first for it, whatever its name and arguments are", async () => {
  const inputSchema = { type: "object", properties: { text: { type: "string" } } };
  const index = await indexOf(
    [
      { name: "slack_post", description: "Send a message to a channel.", inputSchema },
      { name: "translate", description: "Translate a text into English.", inputSchema },
    ],
    {},
  );

  expect(namesOf(await index.search("send a message"))[0]).toBe("slack_post");
});
