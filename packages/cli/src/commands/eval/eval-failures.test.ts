import { describe, expect, it } from "vitest";
import { findFailures } from "./eval-failures.ts";
import type { MeasuredQuery } from "./measure-queries.ts";

const tools = [{ name: "mute_chat", description: "Mute notifications of a chat." }];

function adviceFor(query: string): string | undefined {
  const measured = {
    id: "1",
    query,
    gold: [["mute_chat"]],
    hitNames: [],
    candidateNames: [],
  } as unknown as MeasuredQuery;
  return findFailures([measured], tools)[0]?.advice;
}

describe("what to do about a failure", () => {
  it("names the words that people use and the tool does not have", () => {
    expect(adviceFor("please silence the group for Marta, it makes too much noise")).toBe(
      "Add how people ask for it to the description or search hint of mute_chat: silence, group, noise.",
    );
  });

  it("is the first sentence where only small words and names are missing", () => {
    expect(adviceFor("please mute everything from Marta")).toBe(
      "Say in the first sentence of the description what the tool does.",
    );
  });
});
