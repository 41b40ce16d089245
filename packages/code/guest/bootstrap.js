// Runs inside QuickJS before any program, once: its state is the starting point of every program.
// A program can change everything in here; it then only deceives itself, since the host checks whatever it is told.
(() => {
  const { parse, stringify } = JSON;
  const AsyncFunction = (async () => {}).constructor;
  const identifierPart = /[^\w$]/g;
  const maxErrorLength = 4000;
  const maxTimers = 10_000;

  const waiting = new Map();
  const timers = [];
  const output = { stdout: "", stderr: "", truncated: false };
  let limits = { calls: 0, argumentsLength: 0, outputLength: 0, valueLength: 0 };
  let lastCall = 0;
  let lastTimer = 0;
  let virtualTime = 0;
  let outcome;

  class ToolError extends Error {
    constructor(message, tool) {
      super(message);
      this.tool = tool;
    }
    get name() {
      return "ToolError";
    }
  }

  function call(kind, name, input) {
    return new Promise((resolve, reject) => {
      if (typeof input !== "object" || input === null || Array.isArray(input)) {
        throw new TypeError(`${name} takes one object with its arguments, such as { key: value }.`);
      }
      const text = stringify(input);
      if (text.length > limits.argumentsLength) {
        throw new RangeError(
          `The arguments of ${name} are too long: at most ${limits.argumentsLength} characters of JSON.`,
        );
      }
      if (lastCall >= limits.calls) throw new RangeError(`A program makes at most ${limits.calls} calls.`);
      lastCall += 1;
      waiting.set(lastCall, { kind, name, text, resolve, reject });
    });
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
    const line = `${values.map((value) => show(value)).join(" ")}\n`;
    const room = limits.outputLength - output.stdout.length - output.stderr.length;
    if (line.length > room) output.truncated = true;
    if (room > 0) output[stream] += line.slice(0, room);
  }

  function show(value) {
    if (typeof value === "string") return value;
    if (value instanceof Error) return describeError(value).stack;
    if (typeof value !== "object" || value === null) return String(value);
    try {
      return stringify(value, showInside) ?? String(value);
    } catch (error) {
      return `[cannot be shown: ${describeError(error).message}]`;
    }
  }

  function showInside(_key, value) {
    if (value instanceof Map || value instanceof Set) return [...value];
    if (value instanceof Error) return describeError(value).stack;
    return typeof value === "bigint" || typeof value === "function" || typeof value === "symbol"
      ? String(value)
      : value;
  }

  function describeError(thrown) {
    const isError = thrown instanceof Error;
    const name = isError ? text(() => thrown.name) || "Error" : "Error";
    const message = isError ? text(() => thrown.message) : text(() => show(thrown));
    const frames = isError ? text(() => thrown.stack) : "";
    // The program is the body of a function whose head takes two lines.
    const at = frames
      .split("\n")
      .filter((frame) => frame.includes("<input>"))
      .map((frame) => frame.replace(/<input>:(\d+)/, (_, line) => `program:${line - 2}`));
    return { name, message, stack: [`${name}: ${message}`, ...at].join("\n") };
  }

  function text(read) {
    try {
      return String(read()).slice(0, maxErrorLength);
    } catch {
      return "";
    }
  }

  function seededRandom(seed) {
    let state = seed | 0;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
  }

  function setGlobal(name, value) {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  }

  setGlobal("ToolError", ToolError);
  setGlobal("setTimeout", (run, delay = 0, ...values) => {
    if (timers.length >= maxTimers) throw new RangeError(`A program has at most ${maxTimers} timers.`);
    lastTimer += 1;
    timers.push({ id: lastTimer, due: virtualTime + Math.max(0, Number(delay) || 0), run, values });
    return lastTimer;
  });
  setGlobal("clearTimeout", (id) => {
    const place = timers.findIndex((timer) => timer.id === id);
    if (place !== -1) timers.splice(place, 1);
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
    program().then(
      (value) => {
        outcome ??= finish(value);
      },
      (error) => {
        outcome ??= { reason: "exception", error: describeError(error) };
      },
    );
  }

  function finish(value) {
    let json;
    try {
      json = stringify(value);
    } catch (error) {
      return { reason: "exception", error: describeError(error) };
    }
    if (json !== undefined && json.length > limits.valueLength) {
      const error = new RangeError(`The returned value is too long: at most ${limits.valueLength} characters of JSON.`);
      return { reason: "exception", error: describeError(error) };
    }
    return { value: json };
  }

  function settle(job) {
    for (const { id, value, error } of parse(job)) {
      const { name, resolve, reject } = waiting.get(id);
      waiting.delete(id);
      if (error === undefined) resolve(value);
      else reject(new ToolError(error, name));
    }
  }

  // Time passes only when nothing else can happen: a program cannot measure with it, and never waits for nothing.
  function runTimer() {
    let next = 0;
    for (let index = 1; index < timers.length; index++) if (timers[index].due < timers[next].due) next = index;
    const [{ due, run, values }] = timers.splice(next, 1);
    virtualTime = due;
    run(...values);
  }

  /** The state as JSON once nothing can go on without the host; undefined after a timer ran. */
  function report() {
    const failed = outcome?.error !== undefined;
    if (!failed && waiting.size === 0 && outcome === undefined && timers.length > 0) {
      runTimer();
      return undefined;
    }
    const calls = failed ? [] : [...waiting].map(([id, { kind, name, text }]) => ({ id, kind, name, text }));
    return stringify({ calls, output, outcome });
  }

  return { start, settle, report };
})();
