import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { around, bothSides, conversationOf, isFailure, tellStory, turnOf } from "./story.ts";

const first = makeTrace({ id: "a", startedAt: "2026-11-15T10:00:00Z", stopReason: "tool_use" });
const second = makeTrace({ id: "b", startedAt: "2026-11-15T10:00:01Z" });
const other = makeTrace({ id: "c", conversation: "another" });
const otherModel = makeTrace({ id: "d", model: "another" });

describe("tellStory", () => {
  it("numbers the steps of several requests consecutively", () => {
    const story = tellStory([first, second]);

    expect(story.map(({ number }) => number)).toEqual(story.map((_, index) => index + 1));
    expect(story.filter(({ startsRequest }) => startsRequest).map(({ request }) => request)).toEqual([1, 2]);
  });

  it("shows that the client answered a call between two requests, and that it was not recorded", () => {
    const inferred = tellStory([first, second]).filter(({ isInferred }) => isInferred);

    expect(inferred).toMatchObject([{ from: "client", to: "client", request: 1 }]);
    expect(tellStory([first])).toHaveLength(first.flow.length);
  });
});

describe("conversationOf", () => {
  it("returns the requests of the conversation, oldest first", () => {
    expect(conversationOf(second, [other, otherModel, second, first]).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("leaves a request alone that belongs to none", () => {
    const lonely = makeTrace({ conversation: "" });

    expect(conversationOf(lonely, [makeTrace({ id: "x", conversation: "" }), lonely])).toEqual([lonely]);
  });
});

it("numbers the requests of a conversation, unless it has only one", () => {
  const finished = [second, first];
  expect(finished.map((trace) => turnOf(trace, finished, []))).toEqual([2, 1]);
  expect(turnOf(other, [other], finished)).toBeUndefined();
});

it("numbers running requests after those that ended", () => {
  const third = makeTrace({ id: "e", startedAt: "2026-11-15T10:00:02Z" });
  expect(turnOf(third, [], [third, other])).toBeUndefined();
  expect([second, third].map((trace) => turnOf(trace, [first], [second, third]))).toEqual([2, 3]);
  expect(turnOf(first, [first], [third])).toBe(1);
});

describe("around", () => {
  const long = Array.from({ length: 80 }, (_, index) => makeTrace({ id: String(index) }));

  it("keeps a short conversation whole", () => {
    expect(around(first, [first, second])).toEqual([first, second]);
  });

  it.each([0, 3, 40, 79])("shows twenty of many requests, number %d among them", (position) => {
    const shown = around(long[position]!, long);

    expect(shown).toHaveLength(20);
    expect(shown).toContain(long[position]);
  });
});

describe("bothSides", () => {
  it("returns the client's request and the last upstream request before a step", () => {
    const story = tellStory([first, second]);
    const answer = story.at(-1)!;

    expect(bothSides(story, answer)).toMatchObject({
      clientSent: { request: 2, from: "client" },
      wentUp: { request: 2, to: "model" },
    });
  });
});

it("recognises steps that report a failure", () => {
  expect(
    ["Error 529: overloaded_error", "Client goes away", "Answer that breaks off, byte for byte"].every(failed),
  ).toBe(true);
  expect(["Answer", "Call of Error_log", "Request with 3 tools"].some(failed)).toBe(false);

  function failed(title: string): boolean {
    return isFailure({ title });
  }
});
