import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cases } from "./cases.ts";
import type { Ratchet } from "./ratchet/ratchet.ts";

it("the ratchet has the figures of every case", () => {
  const kept = JSON.parse(readFileSync(new URL("ratchet.json", import.meta.url), "utf8")) as Ratchet;

  expect(Object.keys(kept.cases)).toEqual(cases.map(({ name }) => name));
});
