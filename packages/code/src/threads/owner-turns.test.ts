import { expect, it } from "vitest";
import type { ProgramStep } from "../sandbox/program-step.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { OwnerTurns } from "./owner-turns.ts";

const output = { stdout: "", stderr: "", truncated: false };
const step: ProgramStep = { status: "finished", value: 1, output, usage: { cpuMilliseconds: 0, calls: 0 } };
const ownTurns = (maxRunning: number) => new OwnerTurns({ maxRunning, maxWaiting: 2 });
const nextTick = () => new Promise((resolve) => setImmediate(resolve));

/** A sandbox whose steps end when the test says so, or at once if their signal is aborted. */
function slowSandbox() {
  const running = new Map<string, () => void>();
  const run = (name: string, signal?: AbortSignal) =>
    signal?.aborted
      ? Promise.resolve({ ...step, value: "aborted" })
      : new Promise<ProgramStep>((resolve) => running.set(name, () => resolve(step)));
  const sandbox: Sandbox = {
    specificationVersion: "v1",
    language: "javascript",
    engine: "none",
    start: ({ code, signal }) => run(code, signal),
    resume: (snapshot, _results, options) => run(Buffer.from(snapshot).toString(), options?.signal),
    close: async () => {},
  };
  const end = async (name: string) => {
    running.get(name)?.();
    running.delete(name);
    await nextTick();
  };
  return { sandbox, running: () => [...running.keys()], end };
}

it("makes the programs of one owner wait for each other, and not those of another", async () => {
  const { sandbox, running, end } = slowSandbox();
  const turns = ownTurns(2);
  const [alice, bob] = ["alice", "bob"].map((owner) => turns.sandboxOf(owner, sandbox)) as [Sandbox, Sandbox];
  const steps = [...["a1", "a2", "a3", "a4"].map((code) => alice.start({ code })), bob.resume(Buffer.from("b1"), [])];
  expect(running()).toEqual(["a1", "a2", "b1"]);
  await expect(alice.start({ code: "a5" })).rejects.toThrow(expect.objectContaining({ code: "sandbox_busy" }));

  await end("a1");
  expect(running()).toEqual(["a2", "b1", "a3"]);
  await end("b1");
  expect(running()).toEqual(["a2", "a3"]);
  await end("a2");
  await end("a3");
  await end("a4");

  expect(await Promise.all(steps)).toHaveLength(5);
});

it("goes on after a step that failed", async () => {
  const { sandbox, running, end } = slowSandbox();
  const turns = ownTurns(1);
  const failing = turns.sandboxOf("alice", { ...sandbox, start: () => Promise.reject(new Error("failed")) });
  const first = failing.start({ code: "a1" });
  const second = turns.sandboxOf("alice", sandbox).start({ code: "a2" });

  await expect(first).rejects.toThrow("failed");
  expect(running()).toEqual(["a2"]);
  await end("a2");
  expect(await second).toMatchObject({ status: "finished" });
});

it("lets those go whose signal is aborted, and does not let them begin", async () => {
  const { sandbox, running, end } = slowSandbox();
  const alice = ownTurns(1).sandboxOf("alice", sandbox);
  const controller = new AbortController();
  const { signal } = controller;
  const first = alice.start({ code: "a1" });
  const left = [alice.start({ code: "a2", signal }), alice.resume(Buffer.from("a3"), [], { signal })];
  controller.abort();

  expect(await Promise.all(left)).toMatchObject([{ value: "aborted" }, { value: "aborted" }]);
  const last = alice.start({ code: "a4" });
  expect(running()).toEqual(["a1"]);
  await end("a1");
  expect(running()).toEqual(["a4"]);
  await end("a4");
  await Promise.all([first, last]);
});
