import { describe, expect, it } from "vitest";
import { nextTurn } from "../12-next-turn/next-turn.ts";
import type { CatalogueIndex } from "../engine/session/catalogue-index.ts";
import { call, catalogue, mcpTool, reference } from "../testing/fixtures.ts";
import { search, sessionWith, textOf } from "../testing/searching.ts";
import type { SearchIndexAnswer } from "./search-index.ts";

const slack = "mcp__slack__send_message";
const email = { name: "mcp__email__send_email", description: "Send an email." };
const issue = { name: "mcp__github__create_issue", description: "" };

/** An index that answers every query alike. */
function answering(answer: Partial<SearchIndexAnswer>): () => CatalogueIndex {
  const nothing = { hits: [], searched: 4, matched: 0, notFound: [], nearest: [] };
  return () => ({ specificationVersion: "v1", sync() {}, search: () => ({ ...nothing, ...answer }) });
}

describe("candidates", () => {
  it("E5.9 are listed in the text if there is no hit, one per line, with how to load one", async () => {
    const answer = await search({ query: "late" }, { createIndex: answering({ candidates: [email, issue] }) });

    expect(textOf(answer)).toBe(
      'No tool is a clear match for "late"; searched 4 tools. These may be meant; load one with "select:NAME":\n' +
        "- mcp__email__send_email: Send an email.\n- mcp__github__create_issue",
    );
    expect(answer).toMatchObject({ found: [], note: undefined, candidates: [email.name, issue.name] });
    expect(answer.trace).toMatchObject({ found: [], candidates: [email.name, issue.name] });
  });

  it("E5.9, E5.5 are in the note if there are hits, so that the result contains references only", async () => {
    const createIndex = answering({ hits: [{ name: slack }], matched: 1, candidates: [email] });
    const answer = await search({ query: "late" }, { createIndex });

    expect(answer.result.content).toEqual([reference(slack)]);
    expect(answer.note?.text).toBe(
      'These may be meant too; load one with "select:NAME":\n- mcp__email__send_email: Send an email.',
    );
    expect(answer.found).toEqual([slack]);
  });

  it("L6 and hits are told from all there is if a pattern takes too much work", async () => {
    const left =
      "The pattern takes too much work, so 3 tools were not searched: repeat fewer times, or use plain words.";
    const nothing = await search({ query: "/x/" }, { createIndex: answering({ unsearched: 3 }) });
    const some = await search(
      { query: "/x/" },
      { createIndex: answering({ unsearched: 3, hits: [{ name: slack }], matched: 1 }) },
    );

    expect(textOf(nothing)).toBe(`No tool found for "/x/"; searched 4 tools. ${left}`);
    expect(some.result.content).toEqual([reference(slack)]);
    expect(some.note?.text).toBe(left);
  });

  it("E5.9 and hits are labelled with tools of other servers that say the same, if those may be found", async () => {
    const hit = { name: slack, sameAs: [email.name, "gone"] };
    const createIndex = answering({ hits: [hit], matched: 1, candidates: [{ ...email, sameAs: [slack, "gone"] }] });
    const answer = await search({ query: "late" }, { createIndex });

    expect(answer.result.content).toEqual([reference(slack)]);
    expect(answer.note?.text).toBe(
      `${slack} says the same as ${email.name}. These may be meant too; load one with "select:NAME":\n` +
        `- ${email.name}: Send an email. (same as ${slack})`,
    );
  });

  it("E5.9, E11.3 wait with the note for a place where text may stand", async () => {
    const createIndex = answering({ hits: [{ name: slack }], matched: 1, candidates: [email] });
    const searching = call("toolu_1", "ToolSearch", { query: "late" });
    const answer = await sessionWith({ createIndex }).answerSearch(searching);
    const messages = nextTurn([{ role: "user", content: "I am late" }], [searching], [answer]);

    expect(messages.at(-1)?.content).toEqual([{ ...answer.result, heldNotes: [answer.note] }]);
  });

  it("E5.9 are at most eight, never a hit, and never a tool that may not be found", async () => {
    const tools = [...catalogue, ...Array.from({ length: 12 }, (_, number) => mcpTool("many", `t${number}`))];
    const many = tools.map(({ name }) => ({ name: name as string, description: "" }));
    const candidates = [{ name: "ToolSearch", description: "" }, { name: "gone", description: "" }, ...many];
    const createIndex = answering({ hits: [{ name: slack }], matched: 1, candidates });
    const answer = await search({ query: "late" }, { tools, createIndex });

    expect(answer.candidates).toHaveLength(8);
    expect(answer.candidates).not.toContain(slack);
    expect(answer.candidates).not.toContain("ToolSearch");
    expect(answer.candidates).not.toContain("gone");
  });
});
