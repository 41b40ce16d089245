import { describe, expect, it } from "vitest";
import { ownId } from "./own-response.ts";

describe("the id of a response of an upstream that speaks the Responses API", () => {
  const kept = {
    get: () => undefined,
    set: () => {},
    delete: () => {},
    isTaken: (id: string) => id === "resp_1",
  };

  it("is the upstream's", () => {
    expect(ownId({ id: "resp_2" }, "new", kept)).toBe("resp_2");
  });

  it.each([{ id: "resp_1" }, { id: 1 }, undefined])(
    "is a new one if the upstream repeats an id or gives none: %j",
    (upstream) => {
      expect(ownId(upstream, "new", kept)).toBe("resp_new");
    },
  );
});
