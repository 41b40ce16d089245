import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { serve } from "../testing/serve.ts";
import { createManualTimers } from "../testing/settings/manual-timers.ts";
import { useClosers } from "../testing/use-closers.ts";
import { createGateway } from "./create-gateway.ts";
import type { GatewayOptions } from "./gateway.ts";

const closers = useClosers();

async function start(options: GatewayOptions = {}) {
  const gateway = await createGateway({ port: 0, healthPort: 0 }, options);
  closers.push(() => gateway.close());
  const { port, healthPort = 0 } = await gateway.listen();
  const check = async (path: string, at = healthPort) => {
    const response = await fetch(`http://127.0.0.1:${at}${path}`);
    return { status: response.status, answer: (await response.json()) as object };
  };
  return { gateway, port, healthPort, check };
}

/** Asks from another thread while this one does nothing but wait; gives the status of the answer. */
function askWhileBusy(url: string): number {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const source = `
    const { workerData } = require("node:worker_threads");
    fetch(workerData.url).then(({ status }) => {
      Atomics.store(workerData.shared, 0, status);
      Atomics.notify(workerData.shared, 0);
    });`;
  const asking = new Worker(source, { eval: true, workerData: { url, shared } });
  closers.push(() => asking.terminate());
  Atomics.wait(shared, 0, 0, 25_000);
  return Atomics.load(shared, 0);
}

describe("the health port", () => {
  it.each(["/healthz", "/readyz"])("answers %s as the gateway's own port does", async (path) => {
    const { check, port } = await start();

    expect(await check(path)).toEqual(await check(path, port));
    expect(await check(`${path}?x=1`)).toMatchObject({ status: 200 });
  });

  it("answers while the gateway can do nothing at all", async () => {
    const { healthPort } = await start();

    expect(askWhileBusy(`http://127.0.0.1:${healthPort}/healthz`)).toBe(200);
  });

  it("says at once that the gateway is about to stop, and closes with it", async () => {
    const { gateway, check } = await start();
    gateway.drain();

    expect(await check("/readyz")).toEqual({ status: 503, answer: { status: "draining" } });
    expect(await check("/healthz")).toMatchObject({ status: 200 });
    await gateway.close();
    await expect(check("/healthz")).rejects.toThrow();
  });

  it("sends requests elsewhere while the gateway has said nothing for seconds", { timeout: 120_000 }, async () => {
    const timers = createManualTimers();
    const { check } = await start({ startTimer: timers.start });
    const stuck = { status: 503, answer: { status: "stuck" } };

    await expect.poll(() => check("/readyz"), { timeout: 60_000, interval: 500 }).toEqual(stuck);
    expect(await check("/healthz")).toMatchObject({ status: 200 });
    const checkAfterWord = () => {
      timers.run(1_000);
      return check("/readyz");
    };
    await expect.poll(checkAfterWord).toMatchObject({ status: 200 });
  });

  it("is closed if the gateway cannot listen", async () => {
    const other = await serve(() => {});
    const free = await serve(() => {});
    closers.push(other.close);
    await free.close();
    const [port, healthPort] = [other, free].map(({ url }) => Number(new URL(url).port)) as [number, number];
    const gateway = await createGateway({ port, healthPort });
    closers.push(() => gateway.close());

    await expect(gateway.listen()).rejects.toMatchObject({ code: "port_in_use", details: { port } });
    await expect(fetch(`http://127.0.0.1:${healthPort}/healthz`)).rejects.toThrow();
  });

  it("has nothing else", async () => {
    const { check } = await start();

    expect(await check("/metrics")).toEqual({ status: 404, answer: { status: "not found" } });
    expect(await check("/toString")).toMatchObject({ status: 404 });
  });

  it("must be free, or the gateway does not listen", async () => {
    const other = await serve(() => {});
    closers.push(other.close);
    const taken = Number(new URL(other.url).port);
    const gateway = await createGateway({ port: 0, healthPort: taken });
    closers.push(() => gateway.close());

    await expect(gateway.listen()).rejects.toMatchObject({ code: "port_in_use", details: { port: taken } });
  });
});
