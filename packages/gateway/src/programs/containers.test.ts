import { randomBytes } from "node:crypto";
import { createSnapshotSeal } from "@toolcrib/code";
import { expect, it } from "vitest";
import { createJsonStore } from "../testing/json-store.ts";
import { Containers } from "./containers.ts";

const large = 200_000;

function openContainers() {
  const store = createJsonStore();
  let time = Date.parse("2026-11-17T12:00:00Z");
  const now = () => time;
  const containers = new Containers({
    store,
    now,
    seal: createSnapshotSeal({ now, keys: [Buffer.alloc(32, 7).toString("base64")] }),
    maxStoredBytes: 3 * 4 * large,
    reportProblem: (problem) => expect.unreachable(problem),
  });
  const keep = async (owner: string, bytes = large): Promise<string> => {
    const { id } = await containers.closeState({ program: "p", state: randomBytes(bytes) }, owner);
    return id;
  };
  const isGone = async (id: string, owner: string): Promise<boolean> =>
    "gone" in (await containers.openState(id, owner));
  const advance = (milliseconds: number): void => {
    time += milliseconds;
  };
  return { keep, isGone, advance };
}

it("drops the oldest large states of a caller who keeps too much in the store, and of nobody else", async () => {
  const { keep, isGone } = openContainers();
  const ofOther = await keep("other");
  const ids: string[] = [];
  for (let count = 0; count < 20; count++) ids.push(await keep("caller"));

  expect(await isGone(ids[0] as string, "caller")).toBe(true);
  expect(await isGone(ids.at(-1) as string, "caller")).toBe(false);
  expect(await isGone(ofOther, "other")).toBe(false);
});

it("drops states of the caller who keeps the most in this process, and of nobody else", async () => {
  const now = () => Date.parse("2026-11-17T12:00:00Z");
  const seal = createSnapshotSeal({ now });
  const containers = new Containers({ now, seal, maxKeptBytes: 5 * large, reportProblem: () => {} });
  const keep = async (owner: string) =>
    (await containers.closeState({ program: "p", state: randomBytes(large) }, owner)).id;
  const isGone = async (id: string, owner: string) => "gone" in (await containers.openState(id, owner));
  const ofOther = await keep("other");
  const ids: string[] = [];
  for (let count = 0; count < 20; count++) ids.push(await keep("caller"));

  expect(await isGone(ids[0] as string, "caller")).toBe(true);
  expect(await isGone(ids.at(-1) as string, "caller")).toBe(false);
  expect(await isGone(ofOther, "other")).toBe(false);
});

it("keeps a state that is larger than what a caller may have, in place of all others", async () => {
  const { keep, isGone } = openContainers();
  const small = await keep("caller");
  const huge = await keep("caller", 20 * large);

  expect(await isGone(small, "caller")).toBe(true);
  expect(await isGone(huge, "caller")).toBe(false);
});

it("does not count states that have expired", async () => {
  const { keep, isGone, advance } = openContainers();
  for (let count = 0; count < 6; count++) await keep("caller");
  advance(50 * 60_000);
  const later = await keep("caller");
  advance(11 * 60_000);
  for (let count = 0; count < 6; count++) await keep("caller");

  expect(await isGone(later, "caller")).toBe(false);
});
