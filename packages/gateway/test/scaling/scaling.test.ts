import { createFront, createFrontHttpHandler, ServerPool } from "@toolcrib/mcp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createGateway } from "../../src/server/create-gateway.ts";
import type { Gateway } from "../../src/server/gateway.ts";
import type { TestServer } from "../../src/testing/serve.ts";
import { apis, type Shape, shapes } from "./bodies.ts";
import { type Door, doors, titleOf } from "./doors.ts";
import { configOf, startUpstream } from "./upstream.ts";

let upstream: TestServer;
let gateway: Gateway;
let url = "";
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  upstream = await startUpstream();
  const pool = new ServerPool({ entries: [], cacheFolder: null });
  const front = await createFront({ pool });
  const mcpHandler = createFrontHttpHandler(front, { isGuarded: true });
  closers.push(
    () => mcpHandler.close(),
    () => front.close(),
    () => pool.close(),
  );
  gateway = await createGateway(configOf(upstream.url), { mcpHandler });
  url = (await gateway.listen({ port: 0 })).url;
});
afterAll(async () => {
  await gateway.close();
  for (const close of closers) await close();
  await upstream.close();
});

/** Processor time of one request, in milliseconds: other work on the machine hardly counts. */
async function measure(path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const headers = {
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    "anthropic-version": "2023-06-01",
    "x-api-key": "k",
  };
  const before = process.cpuUsage();
  const response = await fetch(url + path, { method: "POST", headers, body });
  await response.arrayBuffer();
  // Records and caches are written once the client has its answer.
  await new Promise((resolve) => setTimeout(resolve, 10));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

const maxTries = 8;
/** Below this, what does not depend on the body is most of the time. */
const fewMilliseconds = 20;

/**
 * How many times as long the largest body takes as half of it: by the shortest times, because what else runs only adds to them, or by
 * most pairs of times, because both of a pair are taken while the machine is as busy.
 */
async function growth({ api, model, isStreamed, path }: Door, { max, write }: Shape): Promise<number> {
  const time = (size: number) =>
    measure(path, new Uint8Array(Buffer.from(write(apis[api], Math.ceil(size), { model, isStreamed }))));
  // Code that runs for the first time takes several times as long, which would hide what half of the body takes.
  await time(max / 16);
  const halves: number[] = [];
  const wholes: number[] = [];
  const ratios: number[] = [];
  let growth = Number.POSITIVE_INFINITY;
  while (growth > 2.5 && ratios.length < maxTries) {
    const half = Math.max(await time(max / 2), fewMilliseconds);
    const whole = await time(max);
    halves.push(half);
    wholes.push(whole);
    ratios.push(whole / half);
    growth = Math.min(...wholes) / Math.min(...halves);
    if (ratios.length >= 5) growth = Math.min(growth, medianOf(ratios));
  }
  return growth;
}

const medianOf = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] as number;

/**
 * Each shape at three doors, those at which it does most among them, and long texts at two, so that each door gets some shapes.
 * `SCALING=all` tries every shape at every door, which takes some minutes.
 */
function doorsFor(shape: Shape, index: number): readonly Door[] {
  if (process.env["SCALING"] === "all") return doors;
  const at = (kind: readonly Door[]): Door => kind[index % kind.length] as Door;
  const most = doors.filter((door) => shape.most?.includes(titleOf(door)));
  return [...[...most, at(kinds.inner), at(kinds.openAi)].slice(0, shape.max > 1_000_000 ? 1 : 2), at(kinds.others)];
}

const kinds = {
  /** Bodies that are planned and rewritten as they come. */
  inner: doors.filter((door) => door.path === "/v1/messages" && door.isStreamed !== true),
  /** Bodies that are translated first. */
  openAi: doors.filter(
    ({ path, isStreamed }) => ["/v1/chat/completions", "/v1/responses"].includes(path) && isStreamed !== true,
  ),
  others: doors.filter(({ path, isStreamed }) => isStreamed === true || /tokens|search|mcp/.test(path)),
};

const cases = shapes.flatMap((shape, index) => doorsFor(shape, index).map((door) => [shape, door] as const));

it("covers all doors and shapes", () => {
  expect(new Set(cases.map(([, door]) => door))).toEqual(new Set(doors));
  expect(new Set(cases.map(([shape]) => shape))).toEqual(new Set(shapes));
});

it.each(cases.map(([shape, door]) => ({ shape, door, title: `${shape.title}, ${titleOf(door)}` })))(
  "twice the body takes at most 2.5 times as long: $title",
  async ({ shape, door }) => {
    expect(await growth(door, shape)).toBeLessThanOrEqual(2.5);
  },
  60_000,
);
