import { createQuickJsSandbox, type ProgramStep, type Sandbox } from "@toolcrib/code";
import { afterEach, describe, expect, it } from "vitest";

const open: Sandbox[] = [];
function create(options: Parameters<typeof createQuickJsSandbox>[0] = {}): Sandbox {
  const sandbox = createQuickJsSandbox(options);
  open.push(sandbox);
  return sandbox;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.close()));
});

const waitingStep = async (sandbox: Sandbox, code: string, limits = {}) => {
  const step = await sandbox.start({ code, tools: ["add"], limits });
  if (step.status !== "waiting") throw new Error(`expected it to wait, got ${step.status}`);
  return step;
};

describe("the threads of a sandbox", () => {
  it("run more programs than there are threads, one after the other", async () => {
    const sandbox = create({ maxThreads: 1 });

    const steps = await Promise.all(Array.from({ length: 5 }, (_, n) => sandbox.start({ code: `return ${n};` })));

    expect(steps.map((step) => step.status === "finished" && step.value)).toEqual([0, 1, 2, 3, 4]);
  });

  it("reject programs beyond the queue", async () => {
    const sandbox = create({ maxThreads: 1, maxQueued: 1 });

    const steps = await Promise.allSettled(Array.from({ length: 3 }, () => sandbox.start({ code: "return 1;" })));

    expect(steps.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(steps[2]).toMatchObject({ reason: { code: "sandbox_busy" } });
  });

  it("are free again after a program was cancelled", async () => {
    const sandbox = create({ maxThreads: 1 });
    const controller = new AbortController();
    const endless = sandbox.start({
      code: "for (;;);",
      limits: { cpuMilliseconds: 60_000 },
      signal: controller.signal,
    });
    const next = sandbox.start({ code: "return 1;" });
    setTimeout(() => controller.abort(), 20);

    expect(await endless).toMatchObject({ status: "failed", reason: "cancelled" });
    expect(await next).toMatchObject({ status: "finished", value: 1 });
  });

  it("end with the sandbox, and with them what runs", async () => {
    const sandbox = create({ maxThreads: 1 });
    const running = sandbox.start({ code: "for (;;);", limits: { cpuMilliseconds: 60_000 } });
    const queued = sandbox.start({ code: "return 1;" });
    setTimeout(() => void sandbox.close(), 20);

    const [first, second] = await Promise.allSettled([running, queued]);

    expect(JSON.stringify(first)).toMatch(/crash|sandbox_closed/);
    expect(second).toMatchObject({ status: "rejected", reason: { code: "sandbox_closed" } });
    await expect(sandbox.start({ code: "return 1;" })).rejects.toMatchObject({ code: "sandbox_closed" });
  });
});

describe("a suspended program", () => {
  it("is a few kilobytes, and grows with what the program holds", async () => {
    const sandbox = create();
    const small = await waitingStep(sandbox, `await tools.add({});`);
    const large = await waitingStep(
      sandbox,
      `const rows = Array.from({ length: 2e4 }, (_, n) => ({ n })); await tools.add({}); return rows.length;`,
    );

    expect(small.snapshot.length).toBeLessThan(30_000);
    expect(large.snapshot.length).toBeGreaterThan(small.snapshot.length);
    expect(await sandbox.resume(large.snapshot, [{ id: 1, value: 1 }])).toMatchObject({
      status: "finished",
      value: 20_000,
    });
  });

  it("keeps what it used, so that limits hold over all of its steps", async () => {
    const sandbox = create();
    const busy = `for (let end = 0; end < 1e5; end++);`;
    let step: ProgramStep = await sandbox.start({
      code: `for (;;) { ${busy} await tools.add({}); }`,
      limits: { cpuMilliseconds: 1000, calls: 10_000 },
    });
    for (let call = 1; step.status === "waiting"; call++)
      step = await sandbox.resume(step.snapshot, [{ id: call, value: 1 }]);

    expect(step).toMatchObject({ status: "failed", reason: "cpu" });
    expect(step.usage.calls).toBeGreaterThan(0);
  });

  it("fails when it waited for too long", async () => {
    let time = 1_000_000;
    const sandbox = create({ now: () => time });
    const { snapshot } = await waitingStep(sandbox, `return await tools.add({});`, { wallMilliseconds: 5000 });
    time += 4000;
    expect(await sandbox.resume(snapshot, [{ id: 1, value: 1 }])).toMatchObject({ status: "finished" });
    time += 2000;
    expect(await sandbox.resume(snapshot, [{ id: 1, value: 1 }])).toMatchObject({ status: "failed", reason: "wall" });
  });

  it("sees the time in whole seconds, and that of each step", async () => {
    let time = 1_700_000_000_123;
    const sandbox = create({ now: () => time });
    const { snapshot } = await waitingStep(
      sandbox,
      `const before = Date.now(); await tools.add({}); return [before, Date.now()];`,
    );
    time += 2000;

    expect(await sandbox.resume(snapshot, [{ id: 1, value: 1 }])).toMatchObject({
      value: [1_700_000_000_000, 1_700_000_002_000],
    });
  });

  it("is rejected if its memory is damaged or of another engine", async () => {
    const sandbox = create();
    const { snapshot } = await waitingStep(sandbox, `return await tools.add({});`);
    const results = [{ id: 1, value: 1 }];
    const other = Buffer.from(
      Buffer.from(snapshot)
        .toString("latin1")
        .replace(/quickjs-wasi \d/, "quickjs-wasi 9"),
      "latin1",
    );
    const otherBase = Buffer.from(
      Buffer.from(snapshot)
        .toString("latin1")
        .replace(/"base":"..../, '"base":"0000'),
      "latin1",
    );

    await expect(sandbox.resume(other, results)).rejects.toMatchObject({ code: "other_engine" });
    await expect(sandbox.resume(otherBase, results)).rejects.toMatchObject({ code: "other_engine" });
    const cut = await sandbox.resume(snapshot.subarray(0, snapshot.length - 100), results);
    expect(cut).toMatchObject({ status: "failed", reason: "crash" });
    const garbage = Buffer.concat([snapshot.subarray(0, snapshot.length - 4000), Buffer.alloc(4000, 7)]);
    expect(await sandbox.resume(garbage, results)).toMatchObject({ status: "failed" });
    expect(await sandbox.start({ code: "return 1;" })).toMatchObject({ status: "finished" });
  });

  it.each<[string, object]>([
    ["code that is no text", { code: 5 }],
    ["code that is too long", { code: "x".repeat(100_001) }],
    ["names that are no texts", { code: "", tools: [5] }],
    ["a limit that is no number", { code: "", limits: { calls: "many" } }],
    ["a limit without bounds", { code: "", limits: { memoryBytes: Number.POSITIVE_INFINITY } }],
    ["a seed that is no number", { code: "", seed: 0.5 }],
  ])("is not started with %s", async (_what, start) => {
    await expect(create().start(start as never)).rejects.toMatchObject({ code: "invalid_program" });
  });
});
