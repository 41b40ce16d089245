import { describe, expect, it } from "vitest";
import { seenName } from "./look-alikes.ts";

describe("a name as people see it", () => {
  it.each([
    ["get_forecast", "get_forecast"],
    ["gеt_fоrесаѕt", "get_forecast"],
    ["ѕеаrсh_Αlerts", "search_Alerts"],
    ["get\u200B_\u{E0041}forecast", "get_forecast"],
    ["créer_événement", "créer_événement"],
    ["погода", "погода"],
    ["сору", "сору"],
    ["天気を取得", "天気を取得"],
  ])("reads %s as %s", (name, seen) => {
    expect(seenName(name)).toBe(seen);
  });
});
