import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestServer } from "../../src/testing/serve.ts";
import { apis, type Shape, shapes } from "./bodies.ts";
import { type Door, doors, titleOf } from "./doors.ts";
import { startUpstream } from "./upstream.ts";

let upstream: TestServer;
let gateway: ChildProcess;
let url = "";

/** What the gateway's process says next. */
const heard = async (): Promise<unknown> => ((await once(gateway, "message")) as [unknown])[0];
const ask = async (question: "cpu" | "restart"): Promise<unknown> => {
  const answer = heard();
  gateway.send(question);
  return answer;
};

beforeAll(async () => {
  upstream = await startUpstream();
  gateway = fork(fileURLToPath(new URL("gateway-process.ts", import.meta.url)), [upstream.url], {
    execArgv: ["--import", "tsx", "--conditions=@toolcrib/source", "--expose-gc"],
  });
  url = String(await heard());
});
afterAll(async () => {
  gateway.kill();
  await upstream.close();
});

const headers = {
  accept: "application/json, text/event-stream",
  "content-type": "application/json",
  "anthropic-version": "2023-06-01",
  "x-api-key": "k",
};

async function post(path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const response = await fetch(url + path, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** Processor time of one request in the gateway, in milliseconds: other work on the machine hardly counts. */
async function measure(path: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const before = Number(await ask("cpu"));
  await post(path, body);
  // Records and caches are written once the client has its answer.
  await new Promise((resolve) => setTimeout(resolve, 10));
  return Number(await ask("cpu")) - before;
}

const maxTries = 8;
/** Below this, what does not depend on the body is most of the time. */
const fewMilliseconds = 20;
/** A collection of all garbage, which may come at any time. The largest bodies that grow too fast take far longer. */
const collectionMilliseconds = 60;

/**
 * How many times as long the largest body takes as half of it: by the shortest times, because what else runs only adds to them, or by
 * most pairs of times, because both of a pair are taken while the machine is as busy.
 */
async function growth({ api, model, isStreamed, path }: Door, { max, write }: Shape): Promise<number> {
  const time = (size: number) =>
    measure(path, new Uint8Array(Buffer.from(write(apis[api], Math.ceil(size), { model, isStreamed }))));
  url = String(await ask("restart"));
  // Code that runs for the first time takes several times as long, which would hide what half of the body takes.
  await time(max / 16);
  const halves: number[] = [];
  const wholes: number[] = [];
  const ratios: number[] = [];
  let growth = Number.POSITIVE_INFINITY;
  while (growth > 2.5 && ratios.length < maxTries) {
    const half = Math.max(await time(max / 2), fewMilliseconds);
    const whole = Math.max((await time(max)) - collectionMilliseconds, 0);
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
  const taking = doors.filter(({ api }) => shape.hasPrograms !== true || apis[api].programs !== undefined);
  if (process.env["SCALING"] === "all") return taking;
  const at = (kind: readonly Door[]): Door => {
    const possible = kind.filter((door) => taking.includes(door));
    return possible[index % possible.length] as Door;
  };
  const most = taking.filter((door) => shape.most?.includes(titleOf(door)));
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

it.each(doors.filter(({ path }) => path === "/v1/messages" || path === "/v1/responses"))(
  "answers the largest conversation of programs: $path to $model, streamed: $isStreamed",
  async ({ api, path, model, isStreamed }) => {
    const [{ write, max }] = shapes as readonly [Shape];

    expect(await post(path, new Uint8Array(Buffer.from(write(apis[api], max, { model, isStreamed }))))).toBe(200);
  },
  30_000,
);
