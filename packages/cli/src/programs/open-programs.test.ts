import { OwnerTurns } from "@toolcrib/code";
import { afterEach, expect, it, vi } from "vitest";
import { openPrograms } from "./open-programs.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

async function open(maxSeconds?: () => number) {
  const { programs, close } = await openPrograms("javascript", maxSeconds);
  closing.push(close);
  const wait = vi.fn((_input: unknown, { signal }: { readonly signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
  });
  const tools = [{ name: "wait", inputSchema: { type: "object" }, outputSchema: {}, isReadOnly: true, execute: wait }];
  const answer = async (caller: string, code: string) => {
    const tool = programs?.({ caller, tools, shown: ["wait"], find: async () => [], onUnknown: () => {} });
    return tool?.answer({ code }, { signal: new AbortController().signal });
  };
  return { answer, wait };
}

it("runs programs in turns of their caller, which all programs share", async () => {
  const turns = vi.spyOn(OwnerTurns.prototype, "sandboxOf");
  const { answer } = await open();

  expect(await answer("alice", "return 1")).toMatchObject({ text: "1" });
  expect(await answer("bob", "return 2")).toMatchObject({ text: "2" });
  expect(turns.mock.calls.map(([owner]) => owner)).toEqual(["alice", "bob"]);
  expect(new Set(turns.mock.contexts).size).toBe(1);
});

it("ends a program, and what it waits for, after the time that a request may take", async () => {
  const { answer, wait } = await open(() => 0.5);

  expect(await answer("alice", "return await tools.wait({})")).toMatchObject({ isError: true });
  expect(wait.mock.calls[0]?.[1].signal.aborted).toBe(true);
});
