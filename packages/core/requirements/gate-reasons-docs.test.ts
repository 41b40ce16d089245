import { expect, it } from "vitest";
import { readTablesByHeading, withoutCodeMarks } from "../../../scripts/checks/markdown-table.ts";
import { gateReasons } from "../src/engine/index.ts";

it("docs/gate-reasons.md lists every reason of the gate verbatim, with what to do about it", () => {
  const rows = readTablesByHeading("docs/gate-reasons.md").get("Reasons") ?? [];

  expect(rows.map(([reason = "", meaning]) => [withoutCodeMarks(reason), meaning])).toEqual(
    Object.entries(gateReasons),
  );
  expect(rows.filter(([, , remedy = ""]) => remedy === "")).toEqual([]);
});
