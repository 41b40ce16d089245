import { beforeEach, describe, expect, it, vi } from "vitest";
import { translateTerms } from "./translate-terms.ts";

const lookUp = vi.hoisted(() => vi.fn());
vi.mock("./glossary.ts", async (load) => {
  const glossary = await load<typeof import("./glossary.ts")>();
  return Object.fromEntries(
    Object.entries(glossary).map(([name, use]) => [
      name,
      (...given: unknown[]) => {
        lookUp(name);
        return (use as (...values: unknown[]) => unknown)(...given);
      },
    ]),
  );
});
beforeEach(() => lookUp.mockClear());

describe("the glossary", () => {
  it.each(["create a pull request for the login bug fix", "list the files – and their sizes", ""])(
    "is not used for plain English: %s",
    (query) => {
      expect(translateTerms(query)).toEqual([]);
      expect(lookUp).not.toHaveBeenCalled();
    },
  );

  it("is used for another language", () => {
    expect(translateTerms("crear una solicitud de extracción")).not.toEqual([]);
    expect(lookUp).toHaveBeenCalledWith("lexiconOf");
  });
});
