import { describe, expect, it } from "vitest";
import { createEvalReport } from "./eval-report.ts";
import { writeFailurePage } from "./failure-page.ts";
import type { MeasuredQuery } from "./measure-queries.ts";

const tools = [
  { name: "send_email", description: "Send an email to somebody." },
  { name: "list_tables", description: "List the tables of a database." },
];

function measured(query: string, gold: MeasuredQuery["gold"], found: Partial<MeasuredQuery> = {}): MeasuredQuery {
  return { query, gold, hitNames: [], candidateNames: [], isRejected: false, latencyMs: 1, ...found };
}

function pageOf(...queries: MeasuredQuery[]): string {
  const report = createEvalReport({ ranker: "hybrid", toolCount: 2, cutoffs: [5], measured: queries, indexMs: 1 });
  return writeFailurePage({ report, measured: queries, tools });
}

describe("the page of failures", () => {
  it("shows each failure under what went wrong, and what to do about it", () => {
    const page = pageOf(
      measured("write to my landlord", [["send_email"]]),
      measured("drop a line to Ana", [["send_email"]], { hitNames: ["list_tables"] }),
      measured("send an email", [["send_email"]], { candidateNames: ["send_email"] }),
      measured("book a table for two", [], { hitNames: ["list_tables"] }),
      measured("which tables are there", [["list_tables"]], { hitNames: ["list_tables"] }),
    );

    expect(page).toContain("4 of 5 queries to look at");
    expect(page).toContain("Got nothing (1)");
    expect(page).toContain("Right tool not returned (1)");
    expect(page).toContain("Right tool only named, not loaded (1)");
    expect(page).toContain("Loaded a tool although none answers (1)");
    expect(page).toContain("description or search hint of send_email: write, landlord.");
    expect(page).toContain("If list_tables does answer, add it to gold");
    expect(page).not.toContain("which tables are there");
  });

  it("says that a gold tool is missing from the catalogue", () => {
    expect(pageOf(measured("play a song", [["play_song"]]))).toContain("correct its name, or add the tool");
  });

  it("names a tool that is a hit too far down to be loaded, by a name of the catalogue", () => {
    const hitNames = ["a", "b", "c", "d", "e", "send_email"];
    const page = pageOf(measured("mail", [["old_name", "send_email"]], { hitNames }));

    expect(page).toContain("Right tool only named, not loaded (1)");
    expect(page).toContain("<dt>Wanted</dt><dd><div><code>send_email</code>");
    expect(page).toContain("search hint of send_email: mail.");
  });

  it("shows the scores of all queries and of each kind", () => {
    const page = pageOf(
      measured("mail", [["send_email"]], { kind: "model", hitNames: ["send_email"] }),
      measured("drop a line to Ana", [["send_email"]], { kind: "everyday" }),
    );

    expect(page).toContain(
      "<th>all <small>2</small></th><th>everyday <small>1</small></th><th>model <small>1</small></th>",
    );
    expect(page).toContain("<th>recall@5</th><td>0.500</td><td>0.000</td><td>1.000</td>");
  });

  it("shows queries and names as text, whatever they contain", () => {
    const page = pageOf(measured("<script>alert(1)</script>", [["<img src=x>"]], { kind: '"><b>' }));

    expect(page).not.toMatch(/<script|<img|<b>/);
    expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(page).toContain("default-src 'none'");
  });

  it("has no marks for the writing direction and no control characters, wherever they come from", () => {
    const odd = "\u202ea\u0000\u001b]0;x\u0007\u2066";
    const page = pageOf(measured(`query ${odd}`, [[`wanted${odd}`]], { kind: `kind${odd}`, hitNames: [`hit${odd}`] }));

    expect(page).not.toMatch(/\p{Bidi_Control}|(?!\n)\p{Cc}/u);
    expect(page).toContain("query a ]0;x");
  });

  it("says so where nothing failed", () => {
    expect(pageOf(measured("mail", [["send_email"]], { hitNames: ["send_email"] }))).toContain(
      "Every query loads what it wants.",
    );
  });
});
