import { type Journal, MemoryStore } from "@toolcrib/store";
import { describe, expect, it } from "vitest";
import type { AuditRecord } from "../contracts/audit.ts";
import { createManualTimers } from "../testing/settings/manual-timers.ts";
import { appendChange } from "./append-change.ts";
import { AuditLog } from "./audit-log.ts";
import { verifyAudit } from "./verify-audit.ts";

const call = {
  kind: "call",
  at: "2026-01-01T00:00:00.000Z",
  request: "r",
  door: "mcp",
  tool: "t",
  by: "gateway",
  outcome: "ok",
} as const;

function open() {
  const { journal } = new MemoryStore(() => 0);
  const time = { now: Date.parse("2026-01-01T00:00:00Z") };
  const problems: string[] = [];
  const state: { isDown: boolean; appends: number; onAppend?: () => Promise<void> | void } = {
    isDown: false,
    appends: 0,
  };
  const failing: Journal = {
    append: async (name, make) => {
      state.appends++;
      if (state.isDown) throw new Error("down");
      const appended = await journal.append(name, make);
      await state.onAppend?.();
      return appended;
    },
    read: (name, query) => journal.read(name, query),
    deleteBefore: (name, sequence) => journal.deleteBefore(name, sequence),
  };
  const timers = createManualTimers();
  const create = () =>
    new AuditLog({
      journal: failing,
      settings: () => ({ retentionDays: 30, signer: undefined }),
      now: () => time.now,
      startTimer: timers.start,
      reportProblem: (problem) => problems.push(problem),
    });
  const settle = async (milliseconds: number): Promise<void> => {
    timers.run(milliseconds);
    await new Promise((resolve) => setTimeout(resolve, 10));
  };
  const lines = async () => (await journal.read("audit", { limit: 100_000 })).map(({ text }) => text);
  const records = async () => (await lines()).map((line) => JSON.parse(line) as AuditRecord);
  return { log: create(), create, journal, time, timers, state, problems, settle, lines, records };
}

describe("the audit log", () => {
  it("writes a call at once, later ones together after a moment, and a checkpoint a minute later", async () => {
    const { log, time, state, settle, records } = open();
    log.add(call);
    await settle(0);
    expect(await records()).toHaveLength(1);
    for (let count = 0; count < 3; count++) log.add(call);
    await settle(249);
    expect(await records()).toHaveLength(1);
    await settle(250);
    expect((await records()).map(({ kind }) => kind)).toEqual(["call", "call", "call", "call"]);
    expect(state.appends).toBe(2);
    time.now += 60_000;
    await settle(60_000);
    expect((await records()).at(-1)).toMatchObject({ kind: "checkpoint", sequence: 5 });
  });

  it("writes calls that come during a write with the next ones, not one by one", async () => {
    const { log, state, settle, records } = open();
    state.onAppend = () => log.add(call);
    log.add(call);
    await settle(0);
    expect(state.appends).toBe(1);
    log.add(call);
    delete state.onAppend;
    await settle(250);
    expect(state.appends).toBe(2);
    expect(await records()).toHaveLength(3);
  });

  it("writes calls that come during a write that takes longer than they wait, also if the clock is set back", async () => {
    const { log, state, settle, records, time } = open();
    let end = () => {};
    state.onAppend = () => new Promise<void>((resolve) => (end = resolve));
    log.add(call);
    await settle(0);
    log.add(call);
    await settle(250);
    expect(state.appends).toBe(1);
    delete state.onAppend;
    time.now -= 3_600_000;
    end();
    await settle(0);
    await settle(250);
    expect((await records()).filter(({ kind }) => kind === "call")).toHaveLength(2);
  });

  it("keeps one chain for several writers at once, and ends with a checkpoint", async () => {
    const { log, create, lines } = open();
    const other = create();
    for (let count = 0; count < 2_500; count++) (count % 2 === 0 ? log : other).add(call);
    await Promise.all([log.close(), other.close()]);

    const report = await verifyAudit(await lines(), { publicKeys: [] });
    expect(report).toMatchObject({ problems: [] });
    expect(report.lines).toBeGreaterThan(2_501);
  });

  it("keeps calls in memory while the store is down, and says how many were lost beyond that", async () => {
    const { log, state, problems, settle, records, lines } = open();
    state.isDown = true;
    for (let count = 0; count < 20_005; count++) log.add(call);
    await settle(100);
    expect(log.health()).toMatchObject({ state: "failing", reason: "down", failedWrites: 1, droppedLines: 5 });
    expect(problems).toHaveLength(1);
    state.isDown = false;
    await settle(1_000);

    expect(log.health()).toMatchObject({ state: "ok", droppedLines: 5 });
    const written = await records();
    expect(written.filter(({ kind }) => kind === "call")).toHaveLength(20_000);
    expect(written.filter(({ kind }) => kind === "lost")).toMatchObject([{ count: 5 }]);
    expect(await verifyAudit(await lines(), { publicKeys: [] })).toMatchObject({ lostCalls: 5, problems: [] });
  });

  it("writes a checkpoint even if the clock was set back", async () => {
    const { log, time, settle, records } = open();
    log.add(call);
    await settle(0);
    time.now -= 3_600_000;
    await settle(60_000);

    expect((await records()).map(({ kind }) => kind)).toEqual(["call", "checkpoint"]);
  });

  it("tries again at the end if the store is down, and reports what is lost", async () => {
    const { log, create, state, problems, settle, records } = open();
    const closeAfter = async (closed: AuditLog, upAfter: number): Promise<void> => {
      state.isDown = true;
      closed.add(call);
      let isOver = false;
      const closing = closed.close().then(() => (isOver = true));
      for (let second = 0; !isOver; second++) {
        if (second === upAfter) state.isDown = false;
        await settle(1_000);
      }
      await closing;
    };

    await closeAfter(log, 3);
    expect((await records()).map(({ kind }) => kind)).toEqual(["call", "checkpoint"]);
    await closeAfter(create(), 9);
    expect(problems.at(-1)).toBe("1 lines of the audit log are lost: down");
    expect(await records()).toHaveLength(2);
  });

  it("removes what is older than the retention up to a checkpoint, and stays verifiable", async () => {
    const { log, time, settle, lines, records } = open();
    for (let day = 0; day < 40; day++) {
      log.add({ ...call, at: new Date(time.now).toISOString() });
      time.now += 86_400_000;
      await settle(100);
    }
    await settle(600_000);

    const [first] = await records();
    expect(first?.kind).toBe("checkpoint");
    expect(Date.parse(first?.at ?? "")).toBeLessThanOrEqual(time.now - 30 * 86_400_000);
    const keptSince = time.now - 30 * 86_400_000;
    expect(await verifyAudit(await lines(), { publicKeys: [], keptSince })).toMatchObject({ problems: [] });
  });

  it("removes old lines within a minute after the start, at another moment in each replica", async () => {
    const { log, create, time, timers, settle, records } = open();
    log.add(call);
    await log.close();
    time.now += 40 * 86_400_000;
    const before = timers.started.length;
    for (let count = 0; count < 20; count++) create();
    const first = timers.started.slice(before).filter((milliseconds) => ![60_000, 600_000].includes(milliseconds));
    expect(first).toHaveLength(20);
    expect(Math.min(...first)).toBeGreaterThanOrEqual(5_000);
    expect(new Set(first).size).toBeGreaterThan(10);
    await settle(4_999);
    expect(await records()).toHaveLength(2);
    await settle(60_000);

    expect(await records()).toMatchObject([{ kind: "checkpoint", sequence: 2 }]);
  });

  it("removes nothing once it is closed", async () => {
    const { log, timers } = open();
    timers.run(60_000);
    await log.close();

    expect(timers.count(600_000)).toBe(0);
  });

  it("writes one checkpoint after lines that commands without a key left, so that retention removes them", async () => {
    const { create, journal, time, settle, lines, records } = open();
    create();
    const at = new Date(time.now).toISOString();
    const change = { at, door: "command", change: { change: "add-team" }, outcome: "ok" } as const;
    await appendChange(journal, change, { isConfigured: true, signer: undefined });
    time.now += 59_999;
    await settle(600_000);
    expect((await records()).map(({ kind }) => kind)).toEqual(["change"]);
    time.now += 1;
    await settle(600_000);
    expect((await records()).map(({ kind }) => kind)).toEqual(["change", "checkpoint"]);
    time.now += 30 * 86_400_000;
    await settle(600_000);

    expect((await records()).map(({ kind }) => kind)).toEqual(["checkpoint"]);
    expect(await verifyAudit(await lines(), { publicKeys: [] })).toMatchObject({ problems: [] });
  });
});
