import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTimer } from "@toolcrib/shared/timers";
import { describe, expect, it, vi } from "vitest";
import { type HeldItem, openPinTrust, type PinPlace, type PinTrust, type ReviewedItem } from "../index.ts";
import { newFolder } from "../testing/scripted-entry.ts";

describe("a pin file that several processes use", () => {
  const item = (server: string, own: string, hash: string): ReviewedItem => {
    return { kind: "tool", server, own, name: `mcp__${server}__${own}`, hash, text: "" };
  };
  const nameOf = ({ item: { own }, reason }: HeldItem) => [own, reason];

  it("keeps the approvals of all of them", async () => {
    const file = join(newFolder(), "pins.json");
    const approveMany = (server: string): Promise<number> => {
      const script = `
        import { openPinTrust } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
        const trust = await openPinTrust({ file: ${JSON.stringify(file)} });
        for (let number = 0; number < 20; number++) {
          const own = "tool" + number;
          await trust.approve([{ kind: "tool", server: ${JSON.stringify(server)}, own, name: own, hash: "h", text: "" }]);
        }
      `;
      const args = ["--input-type=module", "-e", script];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
      return new Promise((resolve) => child.on("exit", (code) => resolve(code ?? -1)));
    };

    expect(await Promise.all(["a", "b"].map(approveMany))).toEqual([0, 0]);

    const { approved } = JSON.parse(readFileSync(file, "utf8"));
    expect(Object.keys(approved.a.tools)).toHaveLength(20);
    expect(Object.keys(approved.b.tools)).toHaveLength(20);
  }, 60_000);

  it("does not let one process approve a version that differs from what another approved first", async () => {
    const file = join(newFolder(), "pins.json");
    const [first, second] = [await openPinTrust({ file }), await openPinTrust({ file })];
    const seen = vi.fn();
    second.onChange(seen);
    first.review("a", [item("a", "pay", "good")]);
    await first.saved();

    expect(second.review("a", [item("a", "pay", "evil"), item("a", "more", "x")]).held).toEqual([]);
    await second.saved();

    expect(seen).toHaveBeenCalledTimes(1);
    expect(second.review("a", [item("a", "pay", "evil"), item("a", "more", "x")]).held.map(nameOf)).toEqual([
      ["pay", "changed"],
      ["more", "new"],
    ]);
    expect(JSON.parse(readFileSync(file, "utf8")).approved).toEqual({ a: { tools: { pay: "good" } } });
  });

  it("prefers a user's approval over an earlier one, and includes other processes' approvals", async () => {
    const file = join(newFolder(), "pins.json");
    const [first, second] = [await openPinTrust({ file }), await openPinTrust({ file })];
    await first.approve([item("a", "pay", "old"), item("b", "sell", "h")]);
    await second.approve([item("a", "pay", "new")]);

    expect(JSON.parse(readFileSync(file, "utf8")).approved).toEqual({
      a: { tools: { pay: "new" } },
      b: { tools: { sell: "h" } },
    });
    expect(second.review("b", [item("b", "sell", "h")]).allowed).toHaveLength(1);
  });

  it("is not overwritten if it is broken", async () => {
    const file = join(newFolder(), "pins.json");
    const trust = await openPinTrust({ file });
    writeFileSync(file, "{");

    await expect(trust.approve([item("a", "pay", "h")])).rejects.toMatchObject({ code: "pin_file_not_written" });
    expect(readFileSync(file, "utf8")).toBe("{");
  });
});

describe("a process that follows a place of pins", () => {
  const item = (hash: string): ReviewedItem => {
    return { kind: "tool", server: "a", own: "pay", name: "mcp__a__pay", hash, text: "" };
  };
  const allows = (trust: PinTrust, hash: string) => trust.review("a", [item(hash)]).allowed.length === 1;

  it("takes over what another process approves, within a second, and forgets nothing if the file is gone", async () => {
    const file = join(newFolder(), "pins.json");
    const [first, second] = [await openPinTrust({ file }), await openPinTrust({ file })];
    const pauses: number[] = [];
    const stop = second.follow((milliseconds, onEnd) => {
      pauses.push(milliseconds);
      return startTimer(milliseconds, onEnd);
    });
    const changed = vi.fn();
    second.onChange(changed);
    await first.approve([item("old")]);
    await expect.poll(() => changed).toHaveBeenCalledTimes(1);
    expect(allows(second, "old")).toBe(true);
    expect(allows(second, "new")).toBe(false);

    await first.approve([item("new")]);
    await expect.poll(() => allows(second, "new")).toBe(true);
    rmSync(file);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(allows(second, "other")).toBe(false);
    expect(Math.max(...pauses)).toBeLessThan(1_000);
    stop();
  });

  it("holds all tools back until the pins can be read, with holdsUntilRead", async () => {
    const state = { isDown: true, kept: undefined as unknown, version: 0 };
    const place: PinPlace = {
      name: "a place",
      read: async () => {
        if (state.isDown) throw new Error("down");
        return state.kept;
      },
      update: async (change) => {
        if (state.isDown) throw new Error("down");
        state.kept = change(state.kept);
        state.version++;
      },
      version: async () => (state.version === 0 ? undefined : String(state.version)),
    };
    await expect(openPinTrust({ file: place })).rejects.toThrow("down");
    const trust = await openPinTrust({ file: place, holdsUntilRead: true });
    const stop = trust.follow();
    expect(allows(trust, "first")).toBe(false);
    state.isDown = false;

    await expect.poll(() => allows(trust, "first")).toBe(true);
    await trust.saved();
    expect(state.kept).toEqual({ version: 2, approved: { a: { tools: { pay: "first" } } } });
    stop();
  });
});
