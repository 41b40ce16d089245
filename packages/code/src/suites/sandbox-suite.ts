import { assert, assertSame, type Check } from "@toolcrib/shared/suites";
import type { CallResult, ProgramStep } from "../sandbox/program-step.ts";
import type { ProgramStart, Sandbox } from "../sandbox/sandbox.ts";
import { type SuitePrograms, suitePrograms } from "./suite-programs.ts";

/** What the suite needs of an implementation. */
export interface SandboxUnderTest {
  /** Creates a sandbox. The suite closes it. */
  readonly create: () => Sandbox | Promise<Sandbox>;
}

type Step<Status extends ProgramStep["status"]> = Extract<ProgramStep, { readonly status: Status }>;

type EndedStep = Step<"finished"> | Step<"failed">;

/** What every sandbox does, in the language that it says it runs. Each check creates its own sandbox. */
export function sandboxSuite({ create }: SandboxUnderTest): readonly Check[] {
  const check = (title: string, run: (sandbox: Sandbox, programs: SuitePrograms) => Promise<void>): Check => ({
    title,
    run: async () => {
      const sandbox = await create();
      try {
        await run(sandbox, suitePrograms[sandbox.language]);
      } finally {
        await sandbox.close();
      }
    },
  });
  const limits = { cpuMilliseconds: 2000 };
  /** Starts a program with what an earlier one left. */
  const continued = (
    sandbox: Sandbox,
    code: string,
    { state }: Pick<EndedStep, "state">,
    options: Partial<ProgramStart> = {},
  ) => started(sandbox, code, { keepState: true, ...(state && { state }), ...options }).then(ended);
  const continuedUntilCall = async (
    sandbox: Sandbox,
    code: string,
    { state }: Pick<EndedStep, "state">,
    options: Partial<ProgramStart> = {},
  ) => expectStatus(await started(sandbox, code, { keepState: true, ...(state && { state }), ...options }), "waiting");
  const started = (sandbox: Sandbox, code: string, options: Partial<ProgramStart> = {}) =>
    sandbox.start({ code, tools: ["add", "read-file"], limits, ...options });

  return [
    check("is of specification v1", async (sandbox) => {
      assertSame(sandbox.specificationVersion, "v1", "the specification");
      assert(sandbox.engine !== "", "expected a name of the engine");
    }),
    check("returns what the program returns, and what it printed", async (sandbox, { returns }) => {
      const { value, output } = expectStatus(await started(sandbox, returns), "finished");
      assertSame(value, { sum: 3, list: [1, "two", null, true] }, "the value");
      assertSame(output, { stdout: "printed\n", stderr: "", truncated: false }, "the output");
    }),
    check("waits for calls, and continues with their results", async (sandbox, { sequence }) => {
      const first = expectStatus(await started(sandbox, sequence), "waiting");
      assertSame(first.calls, [{ id: 1, kind: "tool", name: "add", arguments: { a: 1, b: 2 } }], "the first call");
      const second = expectStatus(await answer(sandbox, first, { id: 1, value: 3 }), "waiting");
      assertSame(second.calls, [{ id: 2, kind: "tool", name: "add", arguments: { a: 3, b: 10 } }], "the second call");
      assertSame(expectStatus(await answer(sandbox, second, { id: 2, value: 13 }), "finished").value, 13, "the value");
      assertSame(second.usage.calls, 2, "the number of calls");
    }),
    check("makes calls side by side, and takes their results in any order", async (sandbox, { parallel }) => {
      const waiting = expectStatus(await started(sandbox, parallel), "waiting");
      assertSame(
        waiting.calls.map(({ arguments: input }) => input["a"]),
        [0, 1, 2],
        "the arguments",
      );
      const rest = expectStatus(await answer(sandbox, waiting, { id: 3, value: "c" }), "waiting");
      assertSame(
        rest.calls.map(({ id }) => id),
        [1, 2],
        "the calls that are left",
      );
      const end = expectStatus(await answer(sandbox, rest, { id: 2, value: "b" }, { id: 1, value: "a" }), "finished");
      assertSame(end.value, ["a", "b", "c"], "the value");
    }),
    check("resumes in another sandbox, more than once", async (sandbox, { sequence }) => {
      const waiting = expectStatus(await started(sandbox, sequence), "waiting");
      const snapshot = Uint8Array.from(waiting.snapshot);
      await sandbox.close();
      const other = await create();
      try {
        for (const value of [3, 5]) {
          const next = expectStatus(await other.resume(snapshot, [{ id: 1, value }]), "waiting");
          assertSame(next.calls[0]?.arguments, { a: value, b: 10 }, "the arguments of the next call");
        }
      } finally {
        await other.close();
      }
    }),
    check("gives errors of calls to the program, which can catch them", async (sandbox, { catches }) => {
      const waiting = expectStatus(await started(sandbox, catches), "waiting");
      const end = expectStatus(await answer(sandbox, waiting, { id: 1, error: "no access" }), "finished");
      assertSame(end.value, "caught no access", "the value");
    }),
    check("tells an exception with its line", async (sandbox, { throws }) => {
      const { reason, error, output } = expectStatus(await started(sandbox, throws), "failed");
      assertSame(reason, "exception", "the reason");
      assert(error.message.includes("broken"), `expected the message, got ${error.message}`);
      assert(/\b2\b/.test(error.stack), `expected line 2, got ${error.stack}`);
      assertSame(output.stdout, "before\n", "what was printed before");
    }),
    check("tells code that cannot be parsed", async (sandbox, { unparsable }) => {
      assertSame(expectStatus(await started(sandbox, unparsable), "failed").reason, "syntax", "the reason");
    }),
    check("ends a program that does not end", async (sandbox, { endless }) => {
      const step = await started(sandbox, endless, { limits: { cpuMilliseconds: 300 } });
      assertSame(expectStatus(step, "failed").reason, "cpu", "the reason");
    }),
    check("ends a program that uses too much memory", async (sandbox, { memoryBomb }) => {
      const { reason } = expectStatus(
        await started(sandbox, memoryBomb, { limits: { cpuMilliseconds: 20_000 } }),
        "failed",
      );
      assert(/^(memory|exception|crash)$/.test(reason), `expected memory, got ${reason}`);
    }),
    check("cuts the output", async (sandbox, { prints }) => {
      const step = await started(sandbox, prints, { limits: { ...limits, outputLength: 100 } });
      const { output } = expectStatus(step, "finished");
      assertSame([output.stdout.length, output.truncated], [100, true], "the output");
    }),
    check("limits the number and the size of calls", async (sandbox, { manyCalls, largeCall }) => {
      const many = expectStatus(await started(sandbox, manyCalls, { limits: { ...limits, calls: 3 } }), "waiting");
      assertSame(many.calls.length, 3, "the number of calls");
      const large = await started(sandbox, largeCall, { limits: { ...limits, argumentsLength: 1000 } });
      assertSame(expectStatus(large, "failed").reason, "exception", "the reason");
      const together = await started(sandbox, manyCalls, { limits: { ...limits, waitingLength: 5 } });
      assertSame(expectStatus(together, "waiting").calls.length, 2, "the number of calls that wait together");
    }),
    check("tells a program that its values are nested too deeply", async (sandbox, { deepCall, deepValue }) => {
      for (const code of [deepCall, deepValue]) {
        const { reason, error } = expectStatus(await started(sandbox, code), "failed");
        assertSame(reason, "exception", "the reason");
        assert(error.message.includes("nested too deeply"), `expected the problem, got ${error.message}`);
      }
    }),
    check("gives an error in place of a result that is too long", async (sandbox, { catches }) => {
      const waiting = expectStatus(
        await started(sandbox, catches, { limits: { ...limits, resultLength: 100 } }),
        "waiting",
      );
      const end = expectStatus(await answer(sandbox, waiting, { id: 1, value: "x".repeat(101) }), "finished");
      assert(String(end.value).startsWith("caught The result has"), `expected an error, got ${String(end.value)}`);
    }),
    check("gives errors in place of results that are too long together", async (sandbox, { sideBySide }) => {
      const few = { limits: { ...limits, resultLength: 100, resultsLength: 150 } };
      const waiting = expectStatus(await started(sandbox, sideBySide, few), "waiting");
      const results = waiting.calls.map(({ id }) => ({ id, value: "x".repeat(50) }));
      const end = expectStatus(await sandbox.resume(waiting.snapshot, results), "finished");
      assertSame(end.value, ["text", "error", "error"], "the kinds of the results");
    }),
    check("ends a program when its signal is aborted", async (sandbox, { endless }) => {
      const controller = new AbortController();
      const step = started(sandbox, endless, { limits: { cpuMilliseconds: 60_000 }, signal: controller.signal });
      setTimeout(() => controller.abort(), 50);
      assertSame(expectStatus(await step, "failed").reason, "cancelled", "the reason");
    }),
    check("rejects results of calls that it does not wait for", async (sandbox, { sequence }) => {
      const waiting = expectStatus(await started(sandbox, sequence), "waiting");
      for (const results of [
        [],
        [{ id: 2, value: 1 }],
        [
          { id: 1, value: 1 },
          { id: 1, value: 1 },
        ],
      ]) {
        await expectCode(sandbox.resume(waiting.snapshot, results), "invalid_result");
      }
    }),
    check("rejects snapshots that are damaged or of another engine", async (sandbox) => {
      for (const bytes of [new Uint8Array(), new Uint8Array(100), new TextEncoder().encode("tcp3\u0002\0\0\0{}")]) {
        await expectCode(sandbox.resume(bytes, [{ id: 1, value: 1 }]), "invalid_program_snapshot");
      }
    }),
    check("runs programs with equal seeds alike", async (sandbox, { random }) => {
      const values = await Promise.all(
        [7, 7, 8].map(async (seed) => expectStatus(await started(sandbox, random, { seed }), "finished").value),
      );
      assertSame(values[0], values[1], "the second run");
      assert(values[0] !== values[2], "expected other numbers for another seed");
    }),
    check("continues with the variables and functions of an earlier program", async (sandbox, programs) => {
      const first = expectStatus(await started(sandbox, programs.defines, { keepState: true }), "finished");
      const second = await continued(sandbox, programs.counts, first);
      assertSame(expectStatus(second, "finished").value, 2, "the value");
      assertSame(second.output.stdout, "", "the output of the second program");
      assertSame((await continued(sandbox, programs.counts, second)).state !== undefined, true, "a state");
      assertSame(expectStatus(await started(sandbox, programs.counts), "failed").reason, "exception", "without it");
    }),
    check("gives no state unless it is asked for", async (sandbox, { defines }) => {
      assertSame(expectStatus(await started(sandbox, defines), "finished").state, undefined, "the state");
    }),
    check("keeps what ran before an exception, over calls", async (sandbox, programs) => {
      const first = ended(await started(sandbox, programs.defines, { keepState: true }));
      const waiting = await continuedUntilCall(sandbox, programs.countsAndThrows, first);
      assertSame(waiting.calls[0], { id: 1, kind: "tool", name: "add", arguments: { a: 2 } }, "the call");
      const failed = expectStatus(await answer(sandbox, waiting, { id: 1, value: 1 }), "failed");
      assert(failed.error.message.includes("broken at 3"), `expected broken at 3, got ${failed.error.message}`);
      const unparsable = await continued(sandbox, programs.unparsable, failed);
      assertSame(expectStatus(unparsable, "failed").reason, "syntax", "the reason");
      const last = await continued(sandbox, programs.counts, unparsable);
      assertSame(expectStatus(last, "finished").value, 4, "the value");
    }),
    check("keeps what there was when a program last waited if it is ended from outside", async (sandbox, programs) => {
      const first = ended(await started(sandbox, programs.defines, { keepState: true }));
      const short = { limits: { cpuMilliseconds: 500 } };
      const waiting = await continuedUntilCall(sandbox, programs.countsWithoutEnd, first, short);
      const killed = expectStatus(await answer(sandbox, waiting, { id: 1, value: 1 }), "failed");
      assertSame(killed.reason, "cpu", "the reason");
      const after = await continued(sandbox, programs.counts, killed);
      assertSame(expectStatus(after, "finished").value, 3, "the value after the call");
      const endless = expectStatus(await continued(sandbox, programs.endless, after, short), "failed");
      const last = await continued(sandbox, programs.counts, endless);
      assertSame(expectStatus(last, "finished").value, 4, "the value after a program without a call");
    }),
    check("continues a state in another sandbox, each time from the same point", async (sandbox, programs) => {
      const first = ended(await started(sandbox, programs.defines, { keepState: true }));
      const state = Uint8Array.from(first.state ?? []);
      await sandbox.close();
      const other = await create();
      try {
        const both = await Promise.all([0, 1].map(() => continued(other, programs.counts, { state })));
        assertSame(
          both.map((step) => expectStatus(step, "finished").value),
          [2, 2],
          "the values",
        );
      } finally {
        await other.close();
      }
    }),
    check("lets a program define names again, and gives each its tools", async (sandbox, programs) => {
      const first = ended(await started(sandbox, programs.defines, { keepState: true }));
      const second = ended(await continued(sandbox, programs.redefines, first));
      const third = await continued(sandbox, programs.counts, second);
      assertSame(expectStatus(third, "finished").value, 100, "the value");
      await continuedUntilCall(sandbox, programs.sequence, third);
    }),
    check("starts each program with limits of its own", async (sandbox, programs) => {
      const options = { keepState: true, limits: { ...limits, calls: 3, outputLength: 100 } };
      const first = await continuedUntilCall(sandbox, programs.manyCalls, {}, options);
      const results = first.calls.map(({ id }) => ({ id, value: 1 }));
      const second = await continuedUntilCall(
        sandbox,
        programs.manyCalls,
        ended(await sandbox.resume(first.snapshot, results)),
        options,
      );
      assertSame(
        second.calls.map(({ id }) => id),
        [1, 2, 3],
        "the numbers of the calls",
      );
      const printed = ended(await continued(sandbox, programs.prints, {}, options));
      assertSame((await continued(sandbox, programs.prints, printed, options)).output.stdout.length, 100, "the output");
    }),
    check("keeps nothing of more than it may, and says so", async (sandbox, programs) => {
      const options = { limits: { ...limits, stateBytes: 40_000 } };
      const first = ended(await continued(sandbox, programs.defines, {}, options));
      assert(first.state !== undefined, "expected a state of a small program");
      const second = ended(await continued(sandbox, programs.holds, first, options));
      assertSame([second.state === undefined, second.stateLoss], [true, "size"], "the state");
    }),
    check("rejects states that are damaged or of another engine", async (sandbox, { returns, defines }) => {
      const { state = new Uint8Array() } = ended(await started(sandbox, defines, { keepState: true }));
      const text = new TextDecoder("latin1").decode(state);
      const other = Uint8Array.from(text.replace('"engine":"', '"engine":"?'), (letter) => letter.charCodeAt(0));
      other[4] = (state[4] ?? 0) + 1;
      await expectCode(sandbox.start({ code: returns, state: other }), "other_engine");
      for (const bytes of [new Uint8Array(), new Uint8Array(100), new TextEncoder().encode("tcs2\u0002\0\0\0{}")]) {
        await expectCode(sandbox.start({ code: returns, state: bytes }), "invalid_program_snapshot");
      }
      const cut = await sandbox.start({ code: returns, state: state.subarray(0, -20), limits }).catch(() => undefined);
      assert(cut?.status !== "finished", "expected a state that is cut not to be used");
    }),
    check("has no files, network, environment or precise clock", async (sandbox, { outside }) => {
      for (const code of outside) {
        const step = await started(sandbox, code);
        const value = step.status === "finished" ? step.value : "unavailable";
        assertSame(value, "unavailable", code);
      }
    }),
  ];
}

function answer(sandbox: Sandbox, { snapshot }: Step<"waiting">, ...results: CallResult[]): Promise<ProgramStep> {
  return sandbox.resume(snapshot, results);
}

function ended(step: ProgramStep): EndedStep {
  assert(step.status !== "waiting", "expected the program to end, got one that waits");
  return step as EndedStep;
}

function expectStatus<Status extends ProgramStep["status"]>(step: ProgramStep, status: Status): Step<Status> {
  const told = step.status === "failed" ? `${step.status}: ${step.error.stack}` : step.status;
  assert(step.status === status, `expected the program to be ${status}, got ${told}`);
  return step as Step<Status>;
}

async function expectCode(promise: Promise<unknown>, code: string): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (thrown: { readonly code?: string }) => thrown,
  );
  assertSame(error?.code, code, "the code of the error");
}
