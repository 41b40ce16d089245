import { describe, expect, it } from "vitest";
import { assistant, reference, result, user } from "../../testing/fixtures.ts";
import { textBlock } from "../message.ts";
import { placeTexts, type UnplacedMessage } from "./place-texts.ts";

const note = { type: "text", text: "Loaded 1 of 9 matching tools." } as const;
const unplaced = (changes: Partial<UnplacedMessage>): UnplacedMessage => ({
  message: user("Hello."),
  heldNotes: [],
  position: 0,
  isPending: false,
  ...changes,
});

describe("a text that waits for its place", () => {
  it("E11.2 is never added to the model's own messages, whatever their blocks", () => {
    const message = assistant(result("toolu_1", "ok"));
    const waiting = [{ blocks: [note] }];

    expect(placeTexts(unplaced({ message }), waiting, "both")).toEqual({ message, waiting, emptied: [] });
  });

  it("E10.3, E11.3 is added to the last result while a server-side call is pending, even if other blocks follow", () => {
    const image = { type: "image", source: {} };
    const message = user(result("toolu_1", [reference("a")]), result("toolu_2", "ok"), image);
    const placed = placeTexts(unplaced({ message, heldNotes: [note], isPending: true }), [], "none");

    expect(placed.message).toEqual(
      user(result("toolu_1", [reference("a")]), result("toolu_2", [textBlock("ok"), note]), image),
    );
  });
});
