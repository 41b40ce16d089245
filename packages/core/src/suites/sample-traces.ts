import type { TraceEntry } from "../engine/prepare-request/trace.ts";

/** What one entry of each step looks like; the type requires that none is missing. */
const entries: { readonly [Step in TraceEntry["step"]]: Extract<TraceEntry, { readonly step: Step }> } = {
  mode: { step: "mode", mode: { kind: "always" }, isChosen: true, isKilled: false },
  "model-support": { step: "model-support", model: "some-model", deniedBy: undefined },
  "loader-available": { step: "loader-available", isOn: true, reason: "on" },
  threshold: { step: "threshold", isReached: true, cost: { tokens: 20_000, source: "counted" }, budget: 10_000 },
  "deferral-decision": { step: "deferral-decision", eager: 3, deferred: 2, counts: {} },
  "found-tools": { step: "found-tools", found: ["get_weather"] },
  "request-tools": { step: "request-tools", loader: "bridge", sent: 5, sentDeferred: 0 },
  "wire-fields": { step: "wire-fields", betas: ["some-beta"] },
  announcement: {
    step: "announcement",
    added: ["get_weather"],
    counted: { maps: 12 },
    removed: ["get_stocks"],
    defect: "announcement_from_zero",
  },
  repair: { step: "repair", repairs: [{ repair: "reference_dropped", message: 2, subject: "get_weather" }] },
  "search-call": {
    step: "search-call",
    query: undefined,
    found: [],
    candidates: ["get_forecast"],
    searched: 0,
    matched: 0,
    hasWaited: true,
    isIndexBroken: true,
  },
  "surface-skills": { step: "surface-skills", surfaced: ["review"] },
  "discover-skills": { step: "discover-skills", found: ["review"] },
  skill: { step: "skill", name: "review", wasDiscovered: true, isLoaded: false },
};

/** Names and queries come from outside and may be anything. */
const hostileText = "__proto__ constructor \u0000\u001b[2J\r\n\u2028\u202e\ud800 \"'`{}<>&% é 漢 🦜";
const hostileTrace: readonly TraceEntry[] = [
  { step: "model-support", model: hostileText.repeat(1_000), deniedBy: hostileText },
  { step: "found-tools", found: Array.from({ length: 1_000 }, () => hostileText) },
  { step: "announcement", added: [hostileText], counted: { [hostileText]: 1 }, removed: ["__proto__"] },
  { ...entries["search-call"], query: hostileText },
  { ...entries.skill, name: "constructor" },
];

/** Traces of every shape: none, one entry, all entries, and texts that strangers chose. */
export const sampleTraces: readonly (readonly TraceEntry[])[] = [
  [],
  ...Object.values(entries).map((entry) => [entry]),
  Object.values(entries),
  hostileTrace,
];
