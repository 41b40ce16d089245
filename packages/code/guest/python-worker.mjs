// A thread with one CPython interpreter, for one program and those that continue with its state. It waits for its input at each report: the interpreter
// stays on the stack meanwhile, so the thread is blocked, and what the host says comes in through a port that is read synchronously.
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";

const { module, script, stackBytes, signal, port } = workerData;
const success = 0;
const badDescriptor = 8;
const noSuchFile = 44;
const notSupported = 52;
const notSeekable = 70;
const characterDevice = 2;

const texts = { args: ["python", "-S", "-I", "-c", script], environment: ["PYTHONHASHSEED=0"] };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

let memory;
let seconds = 0;
let randomState = 1;
let input = new Uint8Array();
let line = "";
let maxLine = 0;
let received = 0;
let isStarted = false;
let mayReport = false;
let told;

const view = () => new DataView(memory.buffer);

/** The next message of the host. Blocks the thread until it is there. */
function receive() {
  for (;;) {
    const message = receiveMessageOnPort(port);
    if (message !== undefined) return message.message;
    Atomics.wait(signal, 0, received);
    received = Atomics.load(signal, 0);
  }
}

function readInput() {
  if (!isStarted) parentPort.postMessage({ ready: true });
  isStarted = true;
  if (told !== undefined) parentPort.postMessage({ report: told, filledBytes: memory.buffer.byteLength - stackBytes });
  told = undefined;
  const message = receive();
  mayReport = true;
  line = "";
  maxLine = message.maxLine;
  seconds = message.seconds;
  randomState = message.seed ?? randomState;
  input = encoder.encode(`${message.line}\n`);
}

/**
 * One report for each input: a program that writes more cannot flood the host. The host gets it when the interpreter reads its next input:
 * a program that goes on after its report is still running, and its time still counts.
 */
function report() {
  told = plainReport(line);
  mayReport = false;
  line = "";
}

/** The report with its known fields alone: what a program forged may take long to read, and the host serves others meanwhile. */
function plainReport(text) {
  try {
    const { calls, output, outcome } = JSON.parse(text);
    if (!calls.every((call) => typeof call.text === "string")) return "";
    return JSON.stringify({
      calls: calls.map((call) => pick(call, ["id", "kind", "name", "text"])),
      output: pick(output, ["stdout", "stderr", "truncated"]),
      outcome: outcome && {
        ...pick(outcome, ["value", "reason"]),
        error: outcome.error && pick(outcome.error, ["name", "message", "stack"]),
      },
    });
  } catch {
    return "";
  }
}

function pick(record, names) {
  const plain = names.filter((name) => typeof record[name] !== "object");
  return Object.fromEntries(plain.map((name) => [name, record[name]]));
}

/** Copies between the machine's memory and the buffers that it names. */
function forEachBuffer(list, count, use) {
  let total = 0;
  for (let index = 0; index < count; index++) {
    const place = view().getUint32(list + index * 8, true);
    const length = view().getUint32(list + index * 8 + 4, true);
    const used = use(new Uint8Array(memory.buffer, place, length));
    total += used;
    if (used < length) break;
  }
  return total;
}

function writeTexts(list, pointers, buffer) {
  let at = buffer;
  list.forEach((text, index) => {
    view().setUint32(pointers + index * 4, at, true);
    const bytes = encoder.encode(`${text}\0`);
    new Uint8Array(memory.buffer).set(bytes, at);
    at += bytes.length;
  });
  return success;
}

function writeSizes(list, countAt, sizeAt) {
  view().setUint32(countAt, list.length, true);
  view().setUint32(sizeAt, encoder.encode(list.map((text) => `${text}\0`).join("")).length, true);
  return success;
}

class Exit extends Error {}

/** What the interpreter sees of the world: three streams, a clock that stands still, and random numbers from a seed. */
const world = {
  args_get: (pointers, buffer) => writeTexts(texts.args, pointers, buffer),
  args_sizes_get: (count, size) => writeSizes(texts.args, count, size),
  environ_get: (pointers, buffer) => writeTexts(texts.environment, pointers, buffer),
  environ_sizes_get: (count, size) => writeSizes(texts.environment, count, size),
  clock_res_get: (_clock, place) => {
    view().setBigUint64(place, 1_000_000_000n, true);
    return success;
  },
  clock_time_get: (_clock, _precision, place) => {
    view().setBigUint64(place, BigInt(seconds) * 1_000_000_000n, true);
    return success;
  },
  random_get: (place, length) => {
    const bytes = new Uint8Array(memory.buffer, place, length);
    for (let index = 0; index < length; index++) {
      randomState ^= randomState << 13;
      randomState ^= randomState >>> 17;
      randomState ^= randomState << 5;
      bytes[index] = randomState;
    }
    return success;
  },
  fd_read: (descriptor, list, count, readAt) => {
    if (descriptor !== 0) return badDescriptor;
    if (input.length === 0) readInput();
    const total = forEachBuffer(list, count, (buffer) => {
      const part = input.subarray(0, buffer.length);
      buffer.set(part);
      input = input.subarray(part.length);
      return part.length;
    });
    view().setUint32(readAt, total, true);
    return success;
  },
  fd_write: (descriptor, list, count, writtenAt) => {
    if (descriptor !== 1 && descriptor !== 2) return badDescriptor;
    const total = forEachBuffer(list, count, (buffer) => {
      // The bootstrap writes reports in ASCII; standard error belongs to an interpreter that failed.
      if (descriptor === 1 && mayReport) line += decoder.decode(buffer);
      return buffer.length;
    });
    if (line.length > maxLine) throw new Error("too long a report");
    if (line.endsWith("\n")) report();
    view().setUint32(writtenAt, total, true);
    return success;
  },
  fd_fdstat_get: (descriptor, place) => {
    if (descriptor > 2) return badDescriptor;
    new Uint8Array(memory.buffer, place, 24).fill(0);
    view().setUint8(place, characterDevice);
    view().setBigUint64(place + 8, 0xffff_ffffn, true);
    return success;
  },
  fd_close: () => success,
  fd_seek: () => notSeekable,
  fd_prestat_get: () => badDescriptor,
  fd_prestat_dir_name: () => badDescriptor,
  sched_yield: () => success,
  // Sleeping takes no time.
  poll_oneoff: (subscriptions, events, count, countAt) => {
    new Uint8Array(memory.buffer, events, count * 32).fill(0);
    for (let index = 0; index < count; index++) {
      view().setBigUint64(events + index * 32, view().getBigUint64(subscriptions + index * 48, true), true);
    }
    view().setUint32(countAt, count, true);
    return success;
  },
  proc_exit: () => {
    throw new Exit();
  },
};

const imports = Object.fromEntries(
  WebAssembly.Module.imports(module).map(({ name }) => [
    name,
    world[name] ?? (() => (name.startsWith("path_") ? noSuchFile : notSupported)),
  ]),
);

try {
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: imports });
  memory = instance.exports.memory;
  instance.exports._start();
  fail("the interpreter ended");
} catch (error) {
  fail(error instanceof Exit ? "the interpreter ended" : String(error?.message ?? error).slice(0, 500));
}

function fail(text) {
  if (mayReport || told !== undefined || !isStarted) parentPort.postMessage({ failure: "crash", text });
}
