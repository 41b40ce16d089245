import {
  describeCandidate,
  describeSameTools,
  type SearchAnswer,
  type SearchableTool,
  ToolIndex,
} from "@toolcrib/search";
import { describe, expect, it } from "vitest";
import { readCatalogue } from "./ranking-sets/ranking-set.ts";
import { indexOf, namesOf } from "./support/catalogue.ts";

const others = readCatalogue("workshop");
const description = "Get the tides of a harbour for the next seven days, with the height of the water.";
const tool = (server: string, name: string, text = description): SearchableTool => ({
  name: `mcp__${server}__${name}`,
  server,
  description: text,
});
/** The owner of the tool: a server with several tools. */
const harbour = [
  tool("harbour", "get_tides"),
  tool("harbour", "list_berths", "List the free berths of a marina."),
  tool("harbour", "call_pilot", "Call a pilot for a ship that arrives."),
];
const shownBy = ({ hits, candidates }: SearchAnswer): string[] => [...hits, ...candidates].map(({ name }) => name);
const query = "tides in the harbour next week";

describe("tools of several servers that say the same", () => {
  it("are labelled with each other's names, and take two places", async () => {
    const copies = ["a", "b", "c", "d"].map((server) => tool(server, "get_tides"));
    const index = await indexOf([...others, ...harbour, ...copies], {});

    const { hits, candidates } = await index.search(query);

    const group = [...hits, ...candidates].filter(({ name }) => name.endsWith("get_tides"));
    expect(group.map(({ name }) => name)).toEqual(["mcp__harbour__get_tides", "mcp__a__get_tides"]);
    expect(group[0]?.sameAs).toEqual(copies.map(({ name }) => name));
    expect(group[1]?.sameAs).toEqual(["mcp__harbour__get_tides", ...copies.slice(1).map(({ name }) => name)]);
  });

  it("have no label where there is nothing to tell apart", async () => {
    const index = await indexOf([...others, ...harbour], {});

    const { hits, candidates } = await index.search(query);

    expect([...hits, ...candidates].filter((found) => "sameAs" in found)).toEqual([]);
  });

  it("lets a request choose by the server's name", async () => {
    const index = await indexOf([...others, ...harbour, tool("sailing", "get_tides")], {});

    expect(namesOf(await index.search(query))[0]).toBe("mcp__harbour__get_tides");
    expect(namesOf(await index.search("sailing tides next week"))[0]).toBe("mcp__sailing__get_tides");
  });

  it.each([
    ["a short description", "tides", "Get tides."],
    ["letters that look alike", "gеt_tіdеѕ", description],
    ["numbers", "get_tides_7", description],
    ["a zero-width space", "get\u200B_tides", description],
    ["a plural", "get_tidess", "Get tides by harbour."],
  ])("are recognised by %s", async (_how, name, text) => {
    const original = tool("harbour", name === "tides" ? "tides" : "get_tides", text);
    const index = await indexOf([...others, ...harbour.slice(1), original, tool("aaa", name, text)], {});

    const { hits, candidates } = await index.search(query);

    const [first] = [...hits, ...candidates];
    expect(first).toMatchObject({ name: original.name, sameAs: [`mcp__aaa__${name}`] });
  });

  it("does not move other tools, however many there are", async () => {
    const copies = Array.from({ length: 20 }, (_, number) => tool("aaa", `get_tides_${number}`));
    const honest = await indexOf([...others, ...harbour], {});
    const attacked = await indexOf([...others, ...harbour, ...copies], {});

    for (const asked of [query, "how high will the water be on saturday", "when can we leave the harbour"]) {
      const before = shownBy(await honest.search(asked));
      expect(before.length, asked).toBeGreaterThan(0);
      expect(shownBy(await attacked.search(asked))[0], asked).toBe(before[0]);
    }
  });
});

describe("a server that has the name of a tool in many spellings", () => {
  const owner = [
    ...harbour,
    tool("harbour", "get_tides_of_year", "Get the highest and lowest tides of a year."),
    tool("harbour", "list_tide_gauges", "List the gauges that measure tides."),
  ];
  const spelt = Array.from({ length: 40 }, (_, place) => tool("aaa", `get${"_".repeat(place + 1)}tides`));

  it.each([query, "get tides", "get_tides", "use get_tides and call_pilot", "select:get-tides"])(
    "does not stand before its owner, nor fill the answer: %j",
    async (asked) => {
      const index = await indexOf([...others, ...owner, ...spelt], {});

      const found = namesOf(await index.search(asked));

      expect(found.find((name) => name.endsWith("tides"))).toBe("mcp__harbour__get_tides");
      expect(found.filter((name) => name.startsWith("mcp__aaa__")).length).toBeLessThanOrEqual(4);
    },
  );

  it("is found by the exact names", async () => {
    const index = await indexOf([...others, ...spelt], {});
    const names = spelt.map(({ name }) => name);

    expect(namesOf(await index.search(`select:${names.join(",")}`))).toEqual(names);
  });
});

it("returns the tools of at most 16 servers that have a name", async () => {
  const copies = Array.from({ length: 40 }, (_, place) => tool(`harbour-${place}`, "get_tides"));
  const index = await indexOf([...others, ...copies], {});

  for (const asked of ["get_tides", "select:get_tides"]) {
    const { hits, matched, cut } = await index.search(asked);
    expect([hits.length, matched, cut], asked).toEqual([16, 40, 24]);
  }
  expect(namesOf(await index.search("get tides"))).toHaveLength(16);
});

describe("the labels as text", () => {
  const sameAs = ["mcp__b__x", "mcp__c__x", "mcp__d__x", "mcp__e__x"];

  it("names three others of a candidate and counts the rest", () => {
    expect(describeCandidate({ name: "mcp__a__x", description: "Does it.", sameAs })).toBe(
      "mcp__a__x: Does it. (same as mcp__b__x, mcp__c__x, mcp__d__x and 1 more)",
    );
  });

  it("says it once for hits of one group", () => {
    const hits = [
      { name: "mcp__a__x", sameAs: ["mcp__b__x"] },
      { name: "mcp__b__x", sameAs: ["mcp__a__x"] },
      { name: "mcp__z__y" },
    ];
    expect(describeSameTools(hits)).toEqual(["mcp__a__x says the same as mcp__b__x."]);
  });
});

it("gives the same answer in any order of adding if some tools are nearly copies", async () => {
  const description = "Find mail with Gmail's search operators such as from, subject, has and before.";
  const first = { name: "srv22_search_emails", description: `${description} send` };
  const second = { name: "mcp__srv33__search_emails", description: `${description} fast` };
  const third = { name: "mcp__srv49__search_emails", description };
  const other = { name: "srv17_move_to_folder", description: "Put a file into another folder." };
  const answers = await Promise.all(
    [
      [first, second, third, other],
      [first, third, second, other],
      [other, third, first, second],
    ].map(async (tools) => {
      const index = new ToolIndex();
      index.add(tools);
      await index.ready();
      return index.search("search files");
    }),
  );

  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

it("finds thousands of tools of one name without comparing each with each", { timeout: 5_000 }, async () => {
  const index = new ToolIndex({ embedder: null });
  index.add(
    Array.from({ length: 4_000 }, (_, place) => ({
      name: `mcp__s${place}__create_issue`,
      description: "Open a new issue in a repository.",
    })),
  );

  expect((await index.search("create_issue")).matched).toBe(4_000);
  expect((await index.search("mcp__s")).matched).toBe(4_000);
});
