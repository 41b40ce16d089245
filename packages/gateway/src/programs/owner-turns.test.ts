import type { ProgramStep, Sandbox } from "@toolcrib/code";
import { expect, it } from "vitest";
import { createAnswerRequest } from "../answer/create-answer-request.ts";
import { ask } from "../testing/answering/ask.ts";
import { scriptedModel } from "../testing/answering/scripted-model.ts";
import { question, writes } from "../testing/programs/order-programs.ts";
import { useRuntimes } from "../testing/programs/use-runtimes.ts";
import { OwnerTurns } from "./owner-turns.ts";
import { type OpenProgramRuntime, withPrograms } from "./with-programs.ts";

const runtimes = useRuntimes();

const output = { stdout: "", stderr: "", truncated: false };
const step: ProgramStep = { status: "finished", value: 1, output, usage: { cpuMilliseconds: 0, calls: 0 } };

const turnsFor = (maxRunning: number) =>
  new OwnerTurns({ maxRunning, maxWaiting: 2, tooMany: (most) => new Error(`more than ${most}`) });

/** A sandbox whose steps end when the test says so. */
function slowSandbox() {
  const running = new Map<string, () => void>();
  const run = (name: string) => new Promise<ProgramStep>((resolve) => running.set(name, () => resolve(step)));
  const sandbox: Sandbox = {
    specificationVersion: "v1",
    language: "javascript",
    engine: "none",
    start: ({ code }) => run(code),
    resume: (snapshot) => run(Buffer.from(snapshot).toString()),
    close: async () => {},
  };
  const end = async (name: string) => {
    running.get(name)?.();
    running.delete(name);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { sandbox, running: () => [...running.keys()], end };
}

it("makes the programs of one owner wait for each other, and not those of another", async () => {
  const { sandbox, running, end } = slowSandbox();
  const turns = turnsFor(2);
  const [alice, bob] = ["alice", "bob"].map((owner) => turns.sandboxOf(owner, sandbox)) as [Sandbox, Sandbox];
  const steps = [...["a1", "a2", "a3", "a4"].map((code) => alice.start({ code })), bob.resume(Buffer.from("b1"), [])];
  expect(running()).toEqual(["a1", "a2", "b1"]);
  await expect(alice.start({ code: "a5" })).rejects.toThrow("more than 2");

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
  const turns = turnsFor(1);
  const failing = turns.sandboxOf("alice", { ...sandbox, start: () => Promise.reject(new Error("failed")) });
  const first = failing.start({ code: "a1" });
  const second = turns.sandboxOf("alice", sandbox).start({ code: "a2" });

  await expect(first).rejects.toThrow("failed");
  expect(running()).toEqual(["a2"]);
  await end("a2");
  expect(await second).toMatchObject({ status: "finished" });
});

it("counts the programs of a request as those of its caller", async () => {
  const owners: string[] = [];
  const turns = turnsFor(1);
  const sandboxOf: OwnerTurns["sandboxOf"] = (owner, sandbox) => {
    owners.push(owner);
    return turns.sandboxOf(owner, sandbox);
  };
  const openRuntime: OpenProgramRuntime = async (language) => {
    const runtime = await runtimes.open(language);
    return runtime && { ...runtime, turns: { sandboxOf } as OwnerTurns };
  };
  const answerRequest = withPrograms(createAnswerRequest(), { openRuntime });
  for (const apiKey of ["sk-alice", "sk-alice", "sk-bob"]) {
    await ask(answerRequest, { body: question, upstream: scriptedModel(writes("return 1;")), credentials: { apiKey } });
  }

  expect(owners).toHaveLength(3);
  expect(owners[0]).toBe(owners[1]);
  expect(owners[0]).not.toBe(owners[2]);
});
