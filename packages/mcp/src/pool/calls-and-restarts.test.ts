import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTimer } from "@toolcrib/shared/timers";
import { afterEach, describe, expect, it } from "vitest";
import { closePools, settledPool, stateOf } from "../testing/open-pool.ts";
import { newFolder, scriptedEntry } from "../testing/scripted-entry.ts";

afterEach(closePools);

describe("a call", () => {
  it("W-MCP9 reports progress and is cancelled at the server", async () => {
    const cancelFile = join(newFolder(), "cancelled");
    const { pool } = await settledPool({ entries: [scriptedEntry("a", { cancelFile })] });
    const controller = new AbortController();
    const progress: unknown[] = [];

    const call = pool.callTool(
      "mcp__a__slow",
      {},
      {
        signal: controller.signal,
        onProgress: (step) => {
          progress.push(step);
          controller.abort(new Error("enough"));
        },
      },
    );

    await expect(call).rejects.toThrow("enough");
    expect(progress).toEqual([{ progress: 1, total: 2, message: "half" }]);
    await expect.poll(() => existsSync(cancelFile)).toBe(true);
  });

  it("forwards a server's question to its caller, and to nobody if several callers are possible", async () => {
    const { pool } = await settledPool({
      entries: [scriptedEntry("a")],
      clientCapabilities: { elicitation: { form: {} } },
    });
    const channel = (caller: string) => ({
      caller,
      capabilities: { elicitation: { form: {} } },
      request: async (method: string) => ({ action: "accept", content: { method, caller } }),
      log: () => {},
    });

    const answered = await pool.callTool("mcp__a__ask", {}, { channel: channel("one") });
    expect(JSON.stringify(answered)).toContain('\\"caller\\":\\"one\\"');

    const other = new AbortController();
    const running = pool.callTool("mcp__a__slow", {}, { channel: channel("two"), signal: other.signal });
    const refused = await pool.callTool("mcp__a__ask", {}, { channel: channel("one") });
    expect(JSON.stringify(refused)).toContain("several clients could be meant");
    other.abort(new Error("done"));
    await expect(running).rejects.toThrow("done");
  });

  it("fails when its server exits, and the server is restarted", async () => {
    const { pool, events } = await settledPool({
      entries: [scriptedEntry("a")],
      restart: { firstMilliseconds: 10 },
      random: () => 0,
    });
    const slow = pool.callTool("mcp__a__slow", {});

    await expect(pool.callTool("mcp__a__crash", {})).rejects.toMatchObject({ code: "server_lost" });
    await expect(slow).rejects.toThrow("out of memory");
    expect(await pool.callTool("mcp__a__echo", { text: "again" })).toMatchObject({ content: [{ text: "again" }] });
    const states = events.flatMap((event) => (event.type === "state" ? [event.state] : []));
    expect(states).toEqual(["connecting", "ready", "restarting", "restarting", "ready"]);
    expect(events.filter(({ type }) => type === "tools")).toHaveLength(1);
  });
});

describe("a server that crashes", () => {
  it("is restarted with growing delays, a limited number of times", async () => {
    const folder = newFolder();
    const startsFile = join(folder, "starts");
    const pauses: number[] = [];
    const { pool } = await settledPool({
      entries: [scriptedEntry("a", { startsFile })],
      restart: { attempts: 3, firstMilliseconds: 100 },
      random: () => 1,
      startTimer: (milliseconds, onEnd) => {
        if (milliseconds >= 300 && milliseconds !== 400) return { restart() {}, stop() {} };
        pauses.push(milliseconds);
        return startTimer(1, onEnd);
      },
      endMilliseconds: 5_000,
    });

    for (let round = 0; round < 4; round++) {
      await expect(pool.callTool("mcp__a__crash", {})).rejects.toMatchObject({ code: "server_lost" });
    }
    await expect.poll(() => stateOf(pool)).toBe("failed");

    expect(pauses).toEqual([100, 200, 400]);
    expect(readFileSync(startsFile, "utf8").trim().split("\n")).toHaveLength(4);
    expect(pool.servers()[0]?.reason).toContain("it ended 4 times in a row");
    await expect(pool.callTool("mcp__a__echo", { text: "x" })).rejects.toMatchObject({ code: "server_failed" });
  });

  it("is retried when called, some time after it failed", async () => {
    let now = 1_000_000;
    const database = join(newFolder(), "database");
    const { pool } = await settledPool({
      entries: [scriptedEntry("a", { failWithout: database })],
      now: () => now,
    });
    expect(stateOf(pool)).toBe("failed");
    await expect(pool.connect("a")).rejects.toMatchObject({ code: "server_failed" });

    writeFileSync(database, "");
    now += 60_000;
    expect(await pool.connect("a")).toMatchObject({ state: "ready" });
  });
});
