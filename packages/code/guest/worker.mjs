// A thread that runs one step of one program at a time, and keeps nothing of it.
import { createHash } from "node:crypto";
import { parentPort, workerData } from "node:worker_threads";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Intrinsics, QuickJS } from "quickjs-wasi";

const pageSize = 1024;
const pageWords = pageSize / 4;
const salvageMilliseconds = 50;
const maxStackSize = 256 * 1024;
const intrinsics = Intrinsics.ALL & ~Intrinsics.PERFORMANCE & ~Intrinsics.WEAK_REF;
const { module, bootstrap } = workerData;

/** What the machine sees of the world: a clock that stands still during a step, and nothing else. */
const sealedWorld = (now) => (memory) => ({
  clock_time_get(_clock, _precision, place) {
    new DataView(memory.buffer).setBigUint64(place, BigInt(now) * 1_000_000n, true);
    return 0;
  },
  random_get(place, length) {
    new Uint8Array(memory.buffer, place, length).fill(0);
    return 0;
  },
  fd_write: () => 8,
});

const base = await createBase();
/** The memory of the base, for machines that are restored. */
const scratch = base.snapshot.memory.slice();
parentPort.on("message", (job) => void runJob(job));
parentPort.postMessage({ ready: base.hash });

/** The machine after the bootstrap. It is the same in every process, so snapshots hold only the pages that differ from it. */
async function createBase() {
  const machine = await QuickJS.create({ wasm: module, wasi: sealedWorld(0), timezoneOffset: 0, intrinsics });
  const functions = machine.evalCode(bootstrap, "bootstrap.js");
  const tokens = ["start", "settle", "report"].map((name) => machine.exportHandle(functions.getProp(name)));
  const snapshot = machine.snapshot();
  const hash = createHash("sha256").update(snapshot.memory).update(tokens.join()).digest("hex").slice(0, 16);
  return { snapshot, start: tokens[0], settle: tokens[1], report: tokens[2], hash };
}

async function runJob({ entry, input, base: expected, state, keepsState, now, cpuMilliseconds, memoryBytes }) {
  if (expected !== undefined && expected !== base.hash) return post({ failure: "other-base", spent: 0 });
  const began = performance.now();
  const spent = () => performance.now() - began;
  let allowed = cpuMilliseconds;
  let interrupted = false;
  let machine;
  try {
    machine = await restore(state === undefined ? undefined : unpack(state, memoryBytes), {
      wasm: module,
      wasi: sealedWorld(now),
      timezoneOffset: 0,
      memoryLimit: memoryBytes,
      maxStackSize,
      interruptHandler: () => {
        interrupted ||= spent() > allowed;
        return interrupted;
      },
    });
    const report = runStep(machine, entry, input, () => interrupted);
    const isWaiting = mayContinue(report);
    // Garbage of this program must not count towards the memory of later ones.
    if (keepsState && !isWaiting) machine.runGC();
    const snapshot = isWaiting || keepsState ? machine.snapshot() : undefined;
    post({
      report,
      base: base.hash,
      state: snapshot && pack(snapshot),
      filledBytes: keepsState ? machine.getMemoryUsage().mallocSize : undefined,
      spent: spent(),
    });
  } catch (error) {
    const text = String(error?.message ?? error).slice(0, 500);
    if (!interrupted && /\bout of memory\b/.test(text)) return post({ failure: "memory", spent: spent() });
    if (!interrupted) return post({ failure: "crash", text, spent: spent() });
    interrupted = false;
    allowed = spent() + salvageMilliseconds;
    post({ failure: "cpu", report: salvageReport(machine), spent: spent() });
  } finally {
    // A machine that trapped may refuse to be disposed of.
    try {
      machine?.dispose();
    } catch {}
  }
}

// What a program printed before it ran out of time helps to correct it.
function salvageReport(machine) {
  try {
    return machine.callFunction(machine.importHandle(base.report), machine.undefined).toString();
  } catch {
    return undefined;
  }
}

function post(answer) {
  parentPort.postMessage(answer, answer.state === undefined ? [] : [answer.state.buffer]);
}

function runStep(machine, entry, input, isInterrupted) {
  return machine.withScope(() => {
    const text = machine.newString(input);
    if (!text.isString) throw new Error("out of memory");
    machine.callFunction(machine.importHandle(base[entry]), machine.undefined, text);
    const report = machine.importHandle(base.report);
    for (;;) {
      machine.executePendingJobs();
      const answer = machine.callFunction(report, machine.undefined);
      if (isInterrupted()) throw new Error("interrupted");
      if (!answer.isUndefined) return answer.isString ? answer.toString() : "";
    }
  });
}

// A cheap guess that spares the snapshot; the host decides by the parsed report.
const mayContinue = (report) => !report.startsWith('{"calls":[]');

/**
 * The memory as what differs from the base: the numbers of the changed pages, and each page combined with its original by exclusive or,
 * which leaves zeros where nothing changed. Below the stack pointer lies the stack, which is empty between two steps.
 */
function pack({ memory, stackPointer }) {
  if (stackPointer !== base.snapshot.stackPointer) throw new Error("the stack is in use");
  const [current, original] = [wordsOf(memory), wordsOf(base.snapshot.memory)];
  const numbers = [];
  for (let number = Math.floor(stackPointer / pageSize); number < memory.length / pageSize; number++) {
    if (isChanged(current, original, number * pageWords)) numbers.push(number);
  }
  const words = new Uint32Array(2 + numbers.length * (1 + pageWords));
  words.set([memory.length, numbers.length, ...numbers]);
  let at = 2 + numbers.length;
  for (const number of numbers) {
    for (let word = number * pageWords; word < (number + 1) * pageWords; word++)
      words[at++] = current[word] ^ (original[word] ?? 0);
  }
  return new Uint8Array(deflateRawSync(words, { level: 1 }));
}

function isChanged(current, original, first) {
  for (let word = first; word < first + pageWords; word++) if (current[word] !== (original[word] ?? 0)) return true;
  return false;
}

/** The length of a memory, the numbers of the pages that differ from the base, and these differences. */
function unpack(state, memoryBytes) {
  // A machine's memory is a little more than what its program may allocate.
  const maxLength = memoryBytes * 2 + base.snapshot.memory.length;
  const bytes = inflateRawSync(state, { maxOutputLength: maxLength * 2 });
  const words = wordsOf(new Uint8Array(bytes));
  const [length, count] = words;
  const isWhole = length <= maxLength && length % pageSize === 0 && words.length === 2 + count * (1 + pageWords);
  if (!isWhole || length < base.snapshot.memory.length) throw new Error("the snapshot is damaged");
  return { length, numbers: words.subarray(2, 2 + count), differences: words.subarray(2 + count) };
}

/** A machine with a memory that differs from the base. Copying the base first would take longer than changing it and back again. */
async function restore(pages, options) {
  if (pages === undefined) return QuickJS.restore(base.snapshot, options);
  const isLonger = pages.length > scratch.length;
  const memory = isLonger ? new Uint8Array(pages.length) : scratch;
  if (isLonger) memory.set(base.snapshot.memory);
  try {
    combine(memory, pages);
    return await QuickJS.restore({ ...base.snapshot, memory }, options);
  } finally {
    if (!isLonger) combine(memory, pages);
  }
}

/** Combines pages with their differences by exclusive or: doing it twice changes nothing. */
function combine(memory, { numbers, differences }) {
  const target = wordsOf(memory);
  for (let index = 0; index < numbers.length; index++) {
    const from = index * pageWords;
    const to = numbers[index] * pageWords;
    for (let word = 0; word < pageWords; word++) target[to + word] ^= differences[from + word];
  }
}

const wordsOf = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));
