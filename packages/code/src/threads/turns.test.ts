import { expect, it } from "vitest";
import { Turns } from "./turns.ts";

it("rejects what comes when the queue is full, and all that waits when it is closed", async () => {
  const turns = new Turns(1, 1);
  let end = () => {};
  const running = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
  const waiting = turns.run(async () => {});
  const reasons = Promise.all([waiting, turns.run(async () => {})].map((each) => each.catch((error) => error.code)));
  turns.close();

  expect(await reasons).toEqual(["sandbox_closed", "sandbox_busy"]);
  end();
  await running;
  expect(turns.isIdle).toBe(true);
});

it("has room in the queue for others when the signal of one that waits is aborted", async () => {
  const turns = new Turns(1, 1);
  const controller = new AbortController();
  let end = () => {};
  const running = turns.run(() => new Promise<void>((resolve) => (end = resolve)));
  const left = turns.run(async () => controller.signal.aborted, controller.signal);
  controller.abort();
  expect(await left).toBe(true);

  const next = turns.run(async () => "next");
  end();
  expect(await next).toBe("next");
  await running;
});

it("never lets more work than it says", async () => {
  const turns = new Turns(2, 100);
  let [now, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
  };
  const first = Array.from({ length: 20 }, () => turns.run(work));
  await new Promise((resolve) => setImmediate(resolve));
  await Promise.all([...first, ...Array.from({ length: 20 }, () => turns.run(work))]);

  expect(most).toBe(2);
});
