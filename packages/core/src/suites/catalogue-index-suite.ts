import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { SearchIndexAnswer } from "../11-search-call/search-index.ts";
import type { CatalogueIndex, CreateIndex, IndexedTool } from "../engine/session/catalogue-index.ts";

const email = "mcp__mail__send_email";
const message = "mcp__slack__send_message";
const channels = "mcp__slack__list_channels";
const tools: readonly IndexedTool[] = [
  { name: message, description: "Send a message to a channel or a person.", server: "slack" },
  { name: channels, description: "List the channels of a workspace.", server: "slack" },
  { name: email, description: "Send an email with attachments.", server: "mail", searchHint: "letter" },
  { name: "mcp__weather__get_forecast", description: "Weather forecast for a city.", input_schema: { type: "object" } },
  { name: "ping" },
];
const queries = [
  `select:${email},${channels}`,
  email,
  "mcp__slack",
  "+send email",
  "weather of a city",
  "no such word",
];

/** What every index of a session does, however it ranks. Each check creates its own indexes. */
export function catalogueIndexSuite(create: CreateIndex): readonly Check[] {
  const filled = (catalogue = tools): CatalogueIndex => {
    const index = create();
    index.sync(catalogue);
    return index;
  };
  const ask = async (
    index: CatalogueIndex,
    query: string,
    { limit = 5, only = () => true }: { readonly limit?: number; readonly only?: (name: string) => boolean } = {},
  ): Promise<SearchIndexAnswer> => index.search(query, { limit, only });
  const finds = async (query: string, names: readonly string[], limit?: number): Promise<void> => {
    const answer = await ask(filled(), query, limit === undefined ? {} : { limit });
    assertSame(namesIn(answer).toSorted(), names.toSorted(), query);
  };
  return [
    {
      title: "is of specification v1",
      run: () => assertSame(create().specificationVersion, "v1", "the specification"),
    },
    {
      title: "finds the tools that `select:` names, whatever the limit, and reports those that are missing",
      run: async () => {
        await finds(`select:${email},${channels}`, [email, channels], 1);
        const { hits, notFound } = await ask(filled(), `select:${email},no_tool_of_this_name`);
        assertSame([hits.length, notFound], [1, ["no_tool_of_this_name"]], "hits and missing names");
      },
    },
    { title: "finds a tool by its name", run: () => finds(email, [email]) },
    {
      title: "finds the tools of a server by the prefix of their names",
      run: () => finds("mcp__slack", [message, channels]),
    },
    {
      title: "returns only tools that have the words with a `+`",
      run: async () => {
        const names = namesIn(await ask(filled(), "+channels list or send"));
        assert(names.includes(channels), `expected ${channels}`);
        assert(!names.includes(email), `expected no ${email}`);
      },
    },
    {
      title: "finds tools by plain words, best first",
      run: async () => {
        const [best] = namesIn(await ask(filled(), "weather forecast"));
        assertSame(best, "mcp__weather__get_forecast", "the first hit");
      },
    },
    {
      title: "returns no more than the limit, and counts the rest",
      run: async () => {
        const { hits, matched } = await ask(filled(), "mcp__slack", { limit: 1 });
        assertSame([hits.length, matched], [1, 2], "hits and matches");
      },
    },
    {
      title: "returns, counts and suggests no tool that `only` excludes",
      run: async () => {
        const index = filled();
        for (const query of queries) {
          const answer = await ask(index, query, { only: (name) => name !== email });
          const named = [...namesIn(answer), ...answer.nearest];
          assert(!named.includes(email), `expected no ${email} for ${query}`);
          assertSame(answer.searched, tools.length - 1, `the number of tools searched for ${query}`);
          assertSame(namesIn(await ask(index, query, { only: () => false })), [], query);
        }
      },
    },
    {
      title: "searches the tools of the last sync and no others",
      run: async () => {
        const index = filled();
        index.sync([...tools.filter(({ name }) => name !== email), { name: "brew_coffee" }]);
        assertSame((await ask(index, `select:${email}`)).notFound, [email], "the missing names");
        assertSame(namesIn(await ask(index, "select:brew_coffee")), ["brew_coffee"], "the new tool");
        index.sync([]);
        for (const query of queries) {
          const { hits, searched } = await ask(index, query);
          assertSame([hits.length, searched], [0, 0], `hits and tools searched for ${query}`);
        }
      },
    },
    {
      title: "gives the same answer each time, whatever the order of the tools",
      run: async () => {
        const [index, other] = [filled(), filled(tools.toReversed())];
        for (const query of queries) {
          const answer = namesIn(await ask(index, query));
          assertSame(namesIn(await ask(index, query)), answer, `${query}, again`);
          assertSame(namesIn(await ask(other, query)), answer, `${query}, tools reversed`);
        }
      },
    },
  ];
}

const namesIn = ({ hits }: SearchIndexAnswer): string[] => hits.map(({ name }) => name);
