import { describe, expect, it } from "vitest";
import { pageNames, placeHash, readPlace } from "./routes.ts";

describe("places", () => {
  it("survive the address bar", () => {
    for (const page of pageNames) {
      for (const chosen of [undefined, "req_1", "sample:injected", "a/b c%?#", "ключ"]) {
        expect(readPlace(placeHash({ page, chosen }))).toEqual({ page, chosen });
      }
    }
  });

  it.each(["", "#", "#/nowhere", "#flow", "#/FLOW"])("are the first page for %j", (hash) => {
    expect(readPlace(hash)).toEqual({ page: "overview", chosen: undefined });
  });

  it("have no half of a surrogate pair, which an address cannot hold", () => {
    expect(placeHash({ page: "search", chosen: "\ud800zz\udc00 😀" })).toBe(
      "#/search/%EF%BF%BDzz%EF%BF%BD%20%F0%9F%98%80",
    );
  });

  it("keep a broken escape unchanged", () => {
    expect(readPlace("#/search/%E0%A4%A")).toEqual({ page: "search", chosen: "%E0%A4%A" });
  });
});
