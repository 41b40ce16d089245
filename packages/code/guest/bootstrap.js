// Runs inside QuickJS before any program, once: its state is the starting point of every program.
// The host checks whatever it is told, so a program that changes built-ins deceives only itself. Still, what runs after the program uses
// captured functions and plain loops: a program that extends a prototype, as programs do, must not break its own calls.
(() => {
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  const [PromiseClass, ErrorClass, MapClass, SetClass, toText] = [Promise, Error, Map, Set, String];
  const RangeErrorClass = RangeError;
  const { imul } = Math;
  const { isArray } = Array;
  const { keys } = Object;
  const { then } = Promise.prototype;
  const { slice, indexOf, replace } = String.prototype;
  const { next: nextOfMap } = Object.getPrototypeOf(new Map().entries());
  const { next: nextOfSet } = Object.getPrototypeOf(new Set().values());
  const { entries } = Map.prototype;
  const { values: valuesOf } = Set.prototype;
  const cut = (text, end) => apply(slice, text, [0, end]);
  const AsyncFunction = (async () => {}).constructor;
  const identifierPart = /[^\w$]/g;
  const maxErrorLength = 4000;
  const maxTimers = 10_000;
  const maxFrames = 10;
  const maxNameLength = 256;
  // As deep as the host reads.
  const maxNesting = 400;

  // By id; without a prototype, so that a program cannot change what it holds by other means.
  const waiting = Object.create(null);
  let timers = [];
  const output = { stdout: "", stderr: "", truncated: false };
  let limits = { calls: 0, argumentsLength: 0, waitingLength: 0, outputLength: 0, valueLength: 0 };
  let lastCall = 0;
  let waitingLength = 0;
  let lastTimer = 0;
  let virtualTime = 0;
  let outcome;

  class ToolError extends ErrorClass {
    constructor(message, tool) {
      super(message);
      this.tool = tool;
    }
    get name() {
      return "ToolError";
    }
  }

  function call(kind, name, input) {
    return new PromiseClass((resolve, reject) => {
      if (name.length > maxNameLength)
        throw new RangeErrorClass(`The name of a tool has at most ${maxNameLength} characters.`);
      const text = typeof input === "object" && input !== null ? stringify(input) : undefined;
      if (text === undefined || cut(text, 1) !== "{") {
        throw new TypeError(`${name} takes one object with its arguments, such as { key: value }.`);
      }
      if (waitingLength + text.length > limits.waitingLength) {
        throw new RangeErrorClass(
          `The arguments of the calls that wait are too long: at most ${limits.waitingLength} characters of JSON together.`,
        );
      }
      if (lastCall >= limits.calls) throw new RangeErrorClass(`A program makes at most ${limits.calls} calls.`);
      const problem = problemOf(text, limits.argumentsLength);
      if (problem !== undefined) throw new RangeErrorClass(`The arguments of ${name} are ${problem}`);
      lastCall += 1;
      waitingLength += text.length;
      waiting[lastCall] = { kind, name, text, resolve, reject };
    });
  }

  /** Why the host does not take a value; undefined if it does. */
  function problemOf(json, maxLength) {
    if (json.length > maxLength) return `too long: at most ${maxLength} characters of JSON.`;
    // Each level takes two characters.
    const isTooDeep = json.length > 2 * maxNesting && isDeeper(parse(json), maxNesting);
    return isTooDeep ? `nested too deeply: at most ${maxNesting} levels.` : undefined;
  }

  function isDeeper(value, levels) {
    if (typeof value !== "object" || value === null) return false;
    if (levels === 0) return true;
    const names = isArray(value) ? undefined : keys(value);
    const { length } = names ?? value;
    for (let index = 0; index < length; index++)
      if (isDeeper(value[names === undefined ? index : names[index]], levels - 1)) return true;
    return false;
  }

  function toolFunctions(names) {
    const known = Object.create(null);
    const define = (key, name) => {
      known[key] ??= (input = {}) => call("tool", name, input);
    };
    for (const name of names) define(name, name);
    for (const name of names) define(name.replace(identifierPart, "_"), name);
    return new Proxy(known, {
      // `await tools` must not look like a call of a tool named "then".
      get: (_, key) => {
        if (typeof key !== "string" || key === "then" || key === "toJSON") return undefined;
        return known[key] ?? ((input = {}) => call("tool", key, input));
      },
      set: () => false,
      defineProperty: () => false,
      deleteProperty: () => false,
    });
  }

  function print(stream, values) {
    let line = "";
    for (let index = 0; index < values.length; index++) line += (index > 0 ? " " : "") + show(values[index]);
    line += "\n";
    const room = limits.outputLength - output.stdout.length - output.stderr.length;
    if (line.length > room) output.truncated = true;
    if (room > 0) output[stream] += cut(line, room);
  }

  function show(value) {
    if (typeof value === "string") return value;
    if (isError(value)) return describeError(value).stack;
    if (typeof value !== "object" || value === null) return toText(value);
    try {
      return stringify(value, showInside) ?? toText(value);
    } catch (error) {
      return `[cannot be shown: ${describeError(error).message}]`;
    }
  }

  function showInside(_key, value) {
    if (value instanceof MapClass) return listOf(apply(entries, value, []), nextOfMap);
    if (value instanceof SetClass) return listOf(apply(valuesOf, value, []), nextOfSet);
    if (isError(value)) return describeError(value).stack;
    return typeof value === "bigint" || typeof value === "function" || typeof value === "symbol"
      ? toText(value)
      : value;
  }

  function listOf(iterator, next) {
    const list = [];
    for (let item = apply(next, iterator, []); !item.done; item = apply(next, iterator, []))
      list[list.length] = item.value;
    return list;
  }

  function describeError(thrown) {
    const hasFields = isError(thrown);
    const name = hasFields ? text(() => thrown.name) || "Error" : "Error";
    const message = hasFields ? text(() => thrown.message) : text(() => show(thrown));
    return { name, message, stack: `${name}: ${message}${framesOf(hasFields ? text(() => thrown.stack) : "")}` };
  }

  // A proxy may throw at the question.
  function isError(value) {
    try {
      return value instanceof ErrorClass;
    } catch {
      return false;
    }
  }

  // Only lines of the program: it is the body of a function whose head takes two lines.
  function framesOf(stack) {
    let shown = "";
    let rest = stack;
    for (let count = 0; count < maxFrames && rest !== ""; ) {
      const end = apply(indexOf, rest, ["\n"]);
      const frame = end === -1 ? rest : cut(rest, end);
      rest = end === -1 ? "" : apply(slice, rest, [end + 1]);
      if (apply(indexOf, frame, ["<input>"]) === -1) continue;
      shown += `\n${apply(replace, frame, [/<input>:(\d+)/, (_, line) => `program:${line - 2}`])}`;
      count++;
    }
    return shown;
  }

  function text(read) {
    try {
      return cut(toText(read()), maxErrorLength);
    } catch {
      return "";
    }
  }

  function seededRandom(seed) {
    let state = seed | 0;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  }

  function setGlobal(name, value) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }

  // Through it, a program would get the functions in this file that run above it: it could start again, with other limits.
  Object.defineProperty(ErrorClass, "prepareStackTrace", { value: undefined, writable: false, configurable: false });
  setGlobal("ToolError", ToolError);
  setGlobal("setTimeout", (run, delay = 0, ...values) => {
    if (timers.length >= maxTimers) throw new RangeErrorClass(`A program has at most ${maxTimers} timers.`);
    lastTimer += 1;
    timers[timers.length] = { id: lastTimer, due: virtualTime + (delay > 0 ? +delay : 0), run, values };
    return lastTimer;
  });
  setGlobal("clearTimeout", (id) => {
    removeTimer((timer) => timer.id === id);
  });
  const streams = {
    log: "stdout",
    info: "stdout",
    debug: "stdout",
    table: "stdout",
    warn: "stderr",
    error: "stderr",
    trace: "stderr",
  };
  const consoleFunctions = Object.entries(streams).map(([name, stream]) => [
    name,
    (...values) => print(stream, values),
  ]);
  setGlobal("console", Object.fromEntries(consoleFunctions));
  // OpenAI's programs print with it, and models know it from there.
  setGlobal("text", (...values) => print("stdout", values));
  // So is this. What a program gives back is text, so the text names the image.
  setGlobal("image", (value) => print("stdout", [`[image left out: ${imageName(value)}]`]));

  function imageName(value) {
    const source = text(() => (typeof value === "object" && value !== null ? (value.image_url ?? value.url) : value));
    if (cut(source, 5) !== "data:") return cut(source, maxNameLength);
    const end = apply(indexOf, source, [";"]);
    return cut(apply(slice, source, [5, end === -1 ? undefined : end]), maxNameLength);
  }

  function start(job) {
    const { code, tools, search, seed, limits: given } = parse(job);
    limits = given;
    Math.random = seededRandom(seed);
    setGlobal("tools", toolFunctions(tools));
    if (search) {
      setGlobal("search", (query, limit) => call("search", "search", { query, limit }));
      setGlobal("describe", (name) => call("describe", "describe", { name }));
    }
    let program;
    try {
      program = new AsyncFunction(code);
    } catch (error) {
      outcome = { reason: "syntax", error: describeError(error) };
      return;
    }
    const onValue = (value) => {
      outcome ??= finish(value);
    };
    const onError = (error) => {
      outcome ??= { reason: "exception", error: describeError(error) };
    };
    try {
      apply(then, program(), [onValue, onError]);
    } catch (error) {
      onError(error);
    }
  }

  function finish(value) {
    let json;
    try {
      json = stringify(value);
    } catch (error) {
      return { reason: "exception", error: describeError(error) };
    }
    const problem = json === undefined ? undefined : problemOf(json, limits.valueLength);
    if (problem === undefined) return { value: json };
    return { reason: "exception", error: describeError(new RangeErrorClass(`The returned value is ${problem}`)) };
  }

  function settle(job) {
    const results = parse(job);
    for (let index = 0; index < results.length; index++) {
      const { id, isError, value } = results[index];
      const { name, text, resolve, reject } = waiting[id];
      delete waiting[id];
      waitingLength -= text.length;
      if (isError) reject(new ToolError(value, name));
      else resolve(value);
    }
  }

  function removeTimer(matches) {
    const kept = [];
    let removed;
    for (let index = 0; index < timers.length; index++) {
      if (removed === undefined && matches(timers[index])) removed = timers[index];
      else kept[kept.length] = timers[index];
    }
    timers = kept;
    return removed;
  }

  // Time passes only when nothing else can happen: a program cannot measure with it, and never waits for nothing.
  function runTimer() {
    let due = timers[0].due;
    for (let index = 1; index < timers.length; index++) if (timers[index].due < due) due = timers[index].due;
    const { run, values } = removeTimer((timer) => timer.due === due);
    virtualTime = due;
    try {
      apply(run, undefined, values);
    } catch (error) {
      outcome ??= { reason: "exception", error: describeError(error) };
    }
  }

  /** The state as JSON once nothing can go on without the host; undefined after a timer ran. */
  function report() {
    let calls = "";
    if (outcome?.error === undefined) {
      for (const id in waiting) {
        const { kind, name, text } = waiting[id];
        calls += `${calls === "" ? "" : ","}{"id":${id},"kind":"${kind}","name":${stringify(name)},"text":${stringify(text)}}`;
      }
      if (calls === "" && outcome === undefined && timers.length > 0) return runTimer();
    }
    const { stdout, stderr, truncated } = output;
    const printed = `{"stdout":${stringify(stdout)},"stderr":${stringify(stderr)},"truncated":${truncated}}`;
    return `{"calls":[${calls}],"output":${printed}${outcome === undefined ? "" : `,"outcome":${encodeOutcome(outcome)}`}}`;
  }

  function encodeOutcome({ value, reason, error }) {
    if (error === undefined) return value === undefined ? "{}" : `{"value":${stringify(value)}}`;
    const { name, message, stack } = error;
    return `{"reason":"${reason}","error":{"name":${stringify(name)},"message":${stringify(message)},"stack":${stringify(stack)}}}`;
  }

  return { start, settle, report };
})();
