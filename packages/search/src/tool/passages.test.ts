import { describe, expect, it } from "vitest";
import { toDocument } from "./document.ts";
import { passagesOf } from "./passages.ts";

const passagesIn = (description: string): string[] =>
  passagesOf(toDocument({ name: "tool", description })).map(({ words }) => words.join(" "));

describe("the passages of a tool", () => {
  it("are its sentences, without stop words", () => {
    expect(passagesIn("Creates an invoice for a customer. Sends reminders about late payments.")).toEqual([
      "creates invoice customer",
      "sends reminders late payments",
    ]);
  });

  it("are parts of long sentences, and short ones join", () => {
    expect(
      passagesIn("Lists. Finds trains between two cities on a day, and books seats in the carriage near the door."),
    ).toEqual(["lists finds trains between two cities day", "books seats carriage near door"]);
  });

  it("are there once, and include the arguments", () => {
    const inputSchema = { type: "object", properties: { city: { type: "string", description: "City of the trip." } } };
    const tool = { name: "tool", description: "Finds cheap trains. Finds cheap trains.", inputSchema };

    expect(passagesOf(toDocument(tool)).map(({ words }) => words.join(" "))).toEqual([
      "finds cheap trains",
      "city trip",
      "city",
    ]);
  });
});
