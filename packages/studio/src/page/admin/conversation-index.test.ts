import { expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { ConversationIndex } from "./conversation-index.ts";

const trace = (id: string, second: number, conversation = "c") =>
  makeTrace({ id, conversation, startedAt: `2026-11-16T00:00:0${second}Z` });

it("has the records of each conversation, newest first, in whatever order they come and go", () => {
  const index = new ConversationIndex();
  const [first, second, third, other] = [trace("1", 1), trace("2", 2), trace("3", 3), trace("4", 2, "other")];
  const ids = () => index.membersOf(second).map(({ id }) => id);
  index.add([second, other]);
  index.add([third, first]);
  expect(ids()).toEqual(["3", "2", "1"]);
  expect(index.membersOf(first)).toBe(index.membersOf(third));

  index.remove([second, first]);
  expect(ids()).toEqual(["3"]);
  index.remove([third, third]);
  expect(ids()).toEqual([]);
  expect(index.membersOf(other)).toEqual([other]);
});
