import { readFileSync } from "node:fs";
import { gateReasons } from "@toolcrib/core/engine";
import { describe, expect, it } from "vitest";
import { makeTrace } from "../../../test/support/make-trace.ts";
import { emptyHealth } from "../../../test/support/recorded-gateway.ts";
import { gateFindings, notices, repairFindings, upstreamFindings } from "./findings.ts";
import { gateRemedies } from "./gate-remedies.ts";
import { problemsOf } from "./verdict.ts";

it("gives the same remedies as docs/gate-reasons.md", () => {
  const text = readFileSync(new URL("../../../../../docs/gate-reasons.md", import.meta.url), "utf8");
  const rows = [...text.matchAll(/^\| `(\w+)` \| .*? \| (.*?) \|$/gm)].map(([, reason, remedy]) => [reason, remedy]);

  expect(Object.entries(gateRemedies)).toEqual(rows);
  expect(Object.keys(gateRemedies)).toEqual(Object.keys(gateReasons));
});

describe("what the doctor finds", () => {
  it("counts the gate's reasons, and remembers the latest request of each", () => {
    const off = { isOn: false, reason: "mode_off" as const };
    const traces = [makeTrace({ id: "3", gate: off }), makeTrace({ id: "2" }), makeTrace({ id: "1", gate: off })];

    expect(gateFindings(traces).map(({ reason, count, trace }) => [reason, count, trace.id])).toEqual([
      ["mode_off", 2, "3"],
      ["on", 1, "2"],
    ]);
  });

  it("reports loaders and failures by upstream and model", () => {
    const call = { upstream: "u", model: "m", milliseconds: 1 };
    const upstreamCalls = [
      { ...call, status: 200, retries: ["529"] },
      { ...call, status: 500, retries: [] },
    ];

    expect(upstreamFindings([makeTrace({ upstreamCalls })])).toEqual([
      {
        upstream: "u",
        model: "m",
        loader: "bridge",
        reason: "an unknown upstream",
        requests: 2,
        failures: 1,
        retries: 1,
      },
    ]);
  });

  it("counts repairs with an example", () => {
    const repair = { repair: "reference_dropped" as const, message: 3, subject: "gone" };

    expect(repairFindings([makeTrace({ repairs: [repair, repair] })])).toMatchObject([{ count: 2, example: repair }]);
  });

  it("is well if loaders only did their routine work, or nothing had to be deferred", () => {
    const repairs = [{ repair: "reference_as_text" as const, message: 1, subject: "x" }];
    const gate = { isOn: false, reason: "nothing_to_defer" as const };

    expect(problemsOf([makeTrace({ repairs }), makeTrace({ gate })], emptyHealth)).toEqual([]);
  });

  it("names what needs attention, the serious first", () => {
    const traces = [
      makeTrace({ status: 529, gate: { isOn: false, reason: "mode_off" } }),
      makeTrace({ warnings: ["w"], repairs: [{ repair: "result_added", message: 1, subject: "x" }] }),
    ];
    const health = { ...emptyHealth, servers: [{ name: "jira", state: "failed" }] };

    expect(problemsOf(traces, health).map(({ text, section }) => `${section}: ${text}`)).toEqual([
      "servers: The MCP server jira has failed",
      "notices: 1 request failed",
      "gate: Tool search was off for 1 request",
      "notices: 1 warning",
      "repairs: 1 conversation part had to be repaired",
    ]);
  });

  it("reports forwarded errors too", () => {
    expect(notices([makeTrace({ status: 529 })])).toMatchObject([
      { isError: true, text: expect.stringMatching(/^529: /) },
    ]);
  });

  it("lists errors before warnings, and each text once", () => {
    const traces = [
      makeTrace({ warnings: ["nothing is saved"] }),
      makeTrace({ warnings: ["nothing is saved"], status: 529, error: { type: "overloaded_error", message: "Busy." } }),
    ];

    expect(notices(traces).map(({ text, count }) => [text, count])).toEqual([
      ["529 overloaded_error: Busy.", 1],
      ["nothing is saved", 2],
    ]);
  });
});
