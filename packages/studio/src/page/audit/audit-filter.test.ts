import { describe, expect, it } from "vitest";
import { queryOf, readFilter, writeFilter } from "./audit-filter.ts";

const now = Date.parse("2026-11-17T12:00:00Z");

describe("a filter of the audit log", () => {
  it("survives the address bar, and an empty one leaves nothing there", () => {
    const filter = { ...readFilter(undefined), user: "ada & co", outcome: "refused", period: "week" };

    expect(readFilter(writeFilter(filter))).toEqual(filter);
    expect(writeFilter(readFilter("unknown=1"))).toBeUndefined();
  });

  it("asks for a span before now", () => {
    expect(queryOf(readFilter("tool=drop&period=hour"), now)).toEqual({
      tool: "drop",
      since: "2026-11-17T11:00:00.000Z",
    });
  });

  it("asks for whole days of the viewer, and leaves out dates that are not given", () => {
    // Days on which no clock is put forward or back.
    const { since, until } = queryOf(readFilter("period=dates&from=2026-07-01&until=2026-07-02"), now);
    expect(Date.parse(until ?? "") - Date.parse(since ?? "")).toBe(2 * 86_400_000 - 1);
    expect(queryOf(readFilter("period=dates&from=soon"), now)).toEqual({});
    expect(queryOf(readFilter("from=2026-11-01"), now)).toEqual({});
  });
});
