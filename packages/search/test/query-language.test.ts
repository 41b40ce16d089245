import { describe, expect, it } from "vitest";
import { indexOf, namesOf, workshopTools } from "./support/catalogue.ts";

const index = await indexOf(workshopTools);
const issues = ["mcp__github__create_issue", "mcp__gitlab__create_issue"];

describe("a misspelt name", () => {
  it("finds nothing by its server alone, and names what is spelt like it", async () => {
    const tools = ["ask", "crash", "echo"].map((name) => ({ name: `mcp__good__${name}`, description: "A tool." }));
    const answer = await (await indexOf(tools)).search("mcp__good__ecko");

    expect(answer).toMatchObject({ hits: [], candidates: [] });
    expect(answer.nearest[0]).toBe("mcp__good__echo");
  });
});

describe("E5.2 select", () => {
  it.each([
    "select:ping,WebFetch",
    "SELECT: ping , WebFetch",
    "  Select : ping,,WebFetch,ping",
    "select:PING,webfetch",
  ])("accepts names with spaces, repetitions and in any case: %s", async (query) => {
    const answer = await index.search(query);
    expect(answer).toMatchObject({ kind: "select", notFound: [], nearest: [], cut: 0, matched: 2 });
    expect(namesOf(answer)).toEqual(["ping", "WebFetch"]);
  });

  it("finds the tools of all servers by the name without the server", async () => {
    expect(namesOf(await index.search("select:create_issue"))).toEqual(issues);
  });

  it("prefers the tool with exactly this name over tools with the same short name", async () => {
    expect(namesOf(await index.search("select:mcp__gitlab__create_issue"))).toEqual(["mcp__gitlab__create_issue"]);
  });

  it("lists missing names with the nearest names, next to found ones", async () => {
    const answer = await index.search("select:ping,creat_isue,nothing_like_it");
    expect(namesOf(answer)).toEqual(["ping"]);
    expect(answer.notFound).toEqual(["creat_isue", "nothing_like_it"]);
    expect(answer.nearest).toEqual(expect.arrayContaining(issues));
    expect(answer.summary).toContain("Not found: creat_isue, nothing_like_it.");
  });

  it("is not cut by the limit", async () => {
    const names = workshopTools.map(({ name }) => name);
    const answer = await index.search(`select:${names.join(",")}`, { limit: 1 });
    expect(namesOf(answer)).toEqual(names);
    expect(answer.cut).toBe(0);
  });

  it("takes at most 100 different names", async () => {
    const names = Array.from({ length: 101 }, (_, number) => `tool_${number}`);
    const rejected = { code: "too_many_names", details: { limit: 100, count: 101 } };
    await expect(index.search(`select:${names.join(",")}`)).rejects.toMatchObject(rejected);
    expect((await index.search(`select:${names.slice(1).join(",")}`)).notFound).toHaveLength(100);
    expect((await index.search(`select:${"ping,".repeat(1_000)}`)).notFound).toEqual([]);
  });

  it("finds nothing without a name", async () => {
    expect(await index.search("select:")).toMatchObject({ kind: "select", hits: [], notFound: [], nearest: [] });
  });
});

describe("E5.3 names", () => {
  it.each([
    ["mcp__mail__send_email", "mcp__mail__send_email"],
    ["MCP__MAIL__SEND_EMAIL", "mcp__mail__send_email"],
    ["mcp mail send email", "mcp__mail__send_email"],
    ["webfetch", "WebFetch"],
    ["web_fetch", "WebFetch"],
    ["WEB-FETCH", "WebFetch"],
    ["notebookEdit", "NotebookEdit"],
    ["ping", "ping"],
  ])("finds a full name in any case and spelling: %s", async (query, name) => {
    expect(namesOf(await index.search(query))[0]).toBe(name);
  });

  it.each(["sendEmail", "send-email", "send_email", "Send Email", "SEND_EMAIL", "the `send_email` tool."])(
    "puts the tool of a bare name on top: %s",
    async (query) => {
      expect(namesOf(await index.search(query))[0]).toBe("mcp__mail__send_email");
    },
  );

  it.each([
    "send_email, create_issue",
    "send_email create_issue",
    "send_email|create_issue",
    "send_email; create_issue",
    '`send_email`, "create_issue"',
    "(sendEmail) [createIssue]!",
  ])("accepts several names, and cuts none of them: %s", async (query) => {
    const answer = await index.search(query, { limit: 1 });
    expect(answer).toMatchObject({ kind: "names", cut: 0, matched: 3 });
    expect(namesOf(answer)).toEqual([...issues, "mcp__mail__send_email"]);
  });

  it("finds a new name with more words than any other, even if it was searched for before", async () => {
    const growing = await indexOf([{ name: "ping" }, { name: "a_tool_whose_name_is_long_but_not_that_long" }]);
    const query = "one two three four five six seven eight nine ten eleven";
    expect((await growing.search(query, { ranker: "bm25" })).kind).toBe("words");
    growing.add([{ name: query.replaceAll(" ", "_") }]);
    expect(await growing.search(query)).toMatchObject({ kind: "names", matched: 1 });
  });

  it.each([
    ['`send_email` … "create_issue"', "words"],
    ["send_email, `` , create_issue", "names"],
    ["please send_email", "words"],
    ["send_email please", "words"],
  ])("treats a query as names if it contains nothing else: %s", async (query, kind) => {
    expect((await index.search(query)).kind).toBe(kind);
  });

  it("puts named tools before what other words find", async () => {
    const answer = await index.search("send_email or tell the channels of the workspace", { limit: 10 });
    expect(answer.kind).toBe("words");
    expect(namesOf(answer)[0]).toBe("mcp__mail__send_email");
    expect(namesOf(answer)).toContain("mcp__slack__list_channels");
  });

  it.each(["send report", "send day-report"])(
    "puts a bare name, written as words, before tools that repeat the words: %s",
    async (query) => {
      const bare = query.replaceAll(/\W/g, "_");
      const name = `mcp__x__${bare}`;
      const own = await indexOf([
        { name },
        { name: `mcp__${bare}__${bare}_now`, searchHint: query, description: query },
      ]);

      expect(namesOf(await own.search(query, { ranker: "bm25" }))[0]).toBe(name);
    },
  );

  it("answers a prefix with all names that start with it, up to the limit", async () => {
    const answer = await index.search("MCP__slack", { limit: 1 });
    expect(answer).toMatchObject({ kind: "prefix", matched: 2, cut: 1 });
    expect(namesOf(answer)).toEqual(["mcp__slack__list_channels"]);
    expect(namesOf(await index.search("mcp__github__c"))).toEqual(["mcp__github__create_issue"]);
  });

  it("searches for the words of a prefix that matches no name, or no allowed tool", async () => {
    expect(namesOf(await index.search("mcp__trello__create_issue"))).toEqual(issues);
    const answer = await index.search("mcp__github__create_issue_", {
      only: (name) => !name.startsWith("mcp__github"),
    });
    expect(answer.kind).toBe("words");
    expect(namesOf(answer)).toEqual(["mcp__gitlab__create_issue"]);
    expect(await index.search("mcp__nowhere__")).toMatchObject({ kind: "words", hits: [], matched: 0 });
  });
});

describe("E5.4 +must", () => {
  it.each([
    ["in the name", "+gitlab open", ["mcp__gitlab__create_issue"]],
    ["in the hint", "+dm send", ["mcp__slack__send_message"]],
    ["in the description", "+attachments send", ["mcp__mail__send_email"]],
    ["inside the name", "+requ list", ["mcp__github__list_pull_requests"]],
  ])("requires the term %s", async (_, query, names) => {
    for (const ranker of ["hybrid", "bm25"] as const)
      expect(namesOf(await index.search(query, { ranker })), ranker).toEqual(names);
  });

  it("does not match the term in an argument", async () => {
    expect(namesOf(await index.search("+headline issue"))).toEqual([]);
    expect(namesOf(await index.search("headline issue", { ranker: "bm25" }))).toContain("mcp__github__create_issue");
  });

  it("requires every term, and finds nothing if one is missing", async () => {
    expect(namesOf(await index.search("+slack +list", { ranker: "bm25" }))).toEqual(["mcp__slack__list_channels"]);
    expect(namesOf(await index.search("+slack +forecast send"))).toEqual([]);
    expect(namesOf(await index.search("+xyzzy send", { ranker: "keyword" }))).toEqual([]);
  });

  describe.each(["hybrid", "bm25", "keyword"] as const)("with %s", (ranker) => {
    const tools = [
      { name: "mcp__slack__archive", description: "Archives slack channels of a slack workspace in slack." },
      { name: "mcp__chat__send_message", description: "Sends a message to slack." },
      { name: "mcp__slack__message_log", description: "Keeps a message of slack in the log of slack." },
      { name: "mcp__mail__send_mail", description: "Sends a mail." },
    ];
    const search = async (query: string) => namesOf(await (await indexOf(tools)).search(query, { ranker }));

    it("ranks by the rest alone", async () => {
      expect(await search("+slack send message")).toEqual(["mcp__chat__send_message", "mcp__slack__message_log"]);
      expect(await search("message +slack send")).toEqual(await search("+slack send message"));
    });

    it("gives a required term no weight in the score", async () => {
      const own = await indexOf(tools);
      const { hits } = await own.search("+slack send", { ranker });
      const plain = await own.search("send", { ranker, only: (name) => !name.startsWith("mcp__mail") });
      expect(hits).toEqual(plain.hits);
      expect(hits).not.toEqual([]);
    });

    it("ranks by the required terms if there is nothing else, or nothing else matches", async () => {
      expect((await search("+slack")).toSorted()).toEqual([
        "mcp__chat__send_message",
        "mcp__slack__archive",
        "mcp__slack__message_log",
      ]);
      expect(await search("+slack zzz")).toEqual(await search("+slack"));
    });
  });

  it.each(["hybrid", "bm25"] as const)("requires every word of a term, in any spelling, with %s", async (ranker) => {
    const own = await indexOf([
      { name: "mcp__a__open", description: "Create a new issue." },
      { name: "mcp__b__open", description: "Create a new board." },
    ]);
    const search = async (query: string) => namesOf(await own.search(query, { ranker }));

    expect(await search("+createIssue open")).toEqual(["mcp__a__open"]);
    expect(await search("+the-issue open")).toEqual(["mcp__a__open"]);
    expect(await search("+issue-board open")).toEqual([]);
    expect(await search("+!!! open")).toEqual([]);
  });

  it("takes at most 32 of them, however often each is repeated", async () => {
    const words = Array.from({ length: 33 }, (_, number) => `+word${number}`);
    await expect(index.search(words.join(" "))).rejects.toMatchObject({
      code: "too_many_required_words",
      details: { limit: 32, count: 33 },
    });
    expect((await index.search("+slack ".repeat(200))).hits).not.toEqual([]);
  });

  describe.each(["hybrid", "bm25", "keyword"] as const)("names what else has the required words, with %s", (ranker) => {
    const tools = [
      { name: "mcp__slack__send_message", description: "Sends a message to a channel." },
      { name: "mcp__slack__list_channels", description: "Lists the channels." },
      { name: "mcp__slack__archive", description: "Archives old threads." },
      { name: "mcp__mail__send_mail", description: "Sends a mail." },
    ];

    it("as candidates behind the hits", async () => {
      const answer = await (await indexOf(tools)).search("+slack send", { ranker });
      expect(namesOf(answer)).toEqual(["mcp__slack__send_message"]);
      expect(answer.candidates.map(({ name }) => name).toSorted()).toEqual([
        "mcp__slack__archive",
        "mcp__slack__list_channels",
      ]);
    });

    it("and counts all of them as matches", async () => {
      const many = Array.from({ length: 60 }, (_, number) => ({
        name: `mcp__linear__tool_${number}`,
        description: number % 2 === 0 ? "Lists issues." : "Closes a project.",
      }));
      const answer = await (await indexOf([...many, ...tools])).search("+linear list issues", { ranker, limit: 5 });
      expect(answer).toMatchObject({ matched: 60, cut: 55 });
      expect(answer.hits).toHaveLength(5);
    });
  });

  it("ignores a lone plus", async () => {
    expect(namesOf(await index.search("+"))).toEqual([]);
  });
});

describe("queries without content", () => {
  it.each(["", "   ", "\n\t", " "])("are empty: %j", async (query) => {
    const answer = await index.search(query);
    expect(answer).toMatchObject({ kind: "empty", hits: [], searched: workshopTools.length });
    expect(answer.summary).toContain("The query is empty");
  });

  it.each(["the", "can you please do this for me", "what is it", "the of and 42", "???"])(
    "find nothing by stop words, values or marks: %s",
    async (query) => {
      for (const ranker of ["hybrid", "bm25"] as const)
        expect((await index.search(query, { ranker })).hits, ranker).toEqual([]);
    },
  );
});
