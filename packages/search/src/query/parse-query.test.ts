import { describe, expect, it } from "vitest";
import { parseQuery } from "./parse-query.ts";

describe("a query", () => {
  it.each([undefined, null, 5, ["send"], {}])("is refused if it is not a string: %j", (query) => {
    expect(() => parseQuery(query)).toThrow(expect.objectContaining({ code: "invalid_query" }));
  });

  it("is refused if it is longer than 8,000 characters", () => {
    expect(parseQuery("x".repeat(8_000)).kind).toBe("words");
    expect(() => parseQuery("x".repeat(8_001))).toThrow(expect.objectContaining({ code: "query_too_long" }));
  });

  it("E5.2 selects each name once, without the spaces around it", () => {
    expect(parseQuery("select: a , b,,a ")).toEqual({ kind: "select", names: ["a", "b"] });
  });
});

describe("the words that a query is expanded by", () => {
  const expanded = (text: string) => (parseQuery(text) as { readonly expanded?: string }).expanded;
  const idiom = "let the team know I am late";

  it("are English translations of words in other languages, after the query itself", () => {
    expect(expanded("天気 予報")).toMatch(/^天気 予報 .*weather/);
  });

  it("represent everyday English phrases", () => {
    expect(expanded(idiom)).toBe("the team I am late notify send message");
  });

  it("are none for a plain query", () => {
    expect(expanded("send email")).toBe("send email");
  });

  it("are not looked for in queries of more than 1,000 characters", () => {
    const ofLength = (length: number) => `${idiom} ${"y".repeat(length - idiom.length - 1)}`;

    expect(expanded(ofLength(1_000))).not.toBe(ofLength(1_000));
    expect(expanded(ofLength(1_001))).toBe(ofLength(1_001));
  });
});
