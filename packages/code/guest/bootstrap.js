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
  const { keys, create, defineProperty, getOwnPropertyDescriptor, getOwnPropertyNames } = Object;
  const [ProxyClass, TypeErrorClass, global] = [Proxy, TypeError, globalThis];
  const { then } = Promise.prototype;
  const { slice, indexOf, replace, match } = String.prototype;
  const { next: nextOfMap } = Object.getPrototypeOf(new Map().entries());
  const { next: nextOfSet } = Object.getPrototypeOf(new Set().values());
  const { entries, get: getFromMap, set: setInMap } = Map.prototype;
  const { values: valuesOf } = Set.prototype;
  const cut = (text, end) => apply(slice, text, [0, end]);
  const AsyncFunction = (async () => {}).constructor;
  const RegExpClass = RegExp;
  const { match: matchKey, replace: replaceKey } = Symbol;
  const { exec, [matchKey]: matchWith, [replaceKey]: replaceWith } = RegExp.prototype;
  /** A regular expression that works as it does now, whatever a program does to the prototype. Its flags are "", "g" or "gu". */
  const fixed = (expression, flags = "") => {
    const fix = (key, value) => defineProperty(expression, key, { __proto__: null, value });
    fix("exec", exec);
    fix("flags", flags);
    fix("global", flags !== "");
    fix("unicode", flags === "gu");
    fix(matchKey, matchWith);
    fix(replaceKey, replaceWith);
    return expression;
  };
  const identifierPart = fixed(/[^\w$]/g, "g");
  const inputLine = fixed(/<input>:(\d+)/);
  const maxErrorLength = 4000;
  const maxTimers = 10_000;
  const maxFrames = 10;
  const maxNameLength = 256;
  // As deep as the host reads.
  const maxNesting = 400;

  // By id; without a prototype, so that a program cannot change what it holds by other means.
  let waiting = create(null);
  let timers = [];
  let output = { stdout: "", stderr: "", truncated: false };
  let limits = { calls: 0, argumentsLength: 0, waitingLength: 0, outputLength: 0, valueLength: 0 };
  let lastCall = 0;
  let waitingLength = 0;
  let lastTimer = 0;
  let virtualTime = 0;
  let outcome;
  // Counts the programs: what an earlier one left must not end the next.
  let current = 0;
  // Reads and writes the variables of the last program.
  let variables;
  // The names that earlier programs declared.
  const declared = create(null);
  let randomState = 0;

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
        throw new TypeErrorClass(`${name} takes one object with its arguments, such as { key: value }.`);
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
    const known = create(null);
    const define = (key, name) => {
      known[key] ??= (input = {}) => call("tool", name, input);
    };
    for (let index = 0; index < names.length; index++) define(names[index], names[index]);
    for (let index = 0; index < names.length; index++)
      define(apply(replace, names[index], [identifierPart, "_"]), names[index]);
    return new ProxyClass(known, {
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
      return stringify(value, showInside(new MapClass())) ?? toText(value);
    } catch (error) {
      return `[cannot be shown: ${describeError(error).message}]`;
    }
  }

  // One list for each map and set, so that one that contains itself is noticed like any other value.
  function showInside(lists) {
    const listFor = (value, makeIterator, next) => {
      const known = apply(getFromMap, lists, [value]);
      if (known !== undefined) return known;
      const list = listOf(apply(makeIterator, value, []), next);
      apply(setInMap, lists, [value, list]);
      return list;
    };
    return (_key, value) => {
      if (value instanceof MapClass) return listFor(value, entries, nextOfMap);
      if (value instanceof SetClass) return listFor(value, valuesOf, nextOfSet);
      if (isError(value)) return describeError(value).stack;
      return typeof value === "bigint" || typeof value === "function" || typeof value === "symbol"
        ? toText(value)
        : value;
    };
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

  // Only lines of the program: it is the body of a function whose head takes two lines, after a line that reads its variables.
  function framesOf(stack) {
    let shown = "";
    let rest = stack;
    for (let count = 0; count < maxFrames && rest !== ""; ) {
      const end = apply(indexOf, rest, ["\n"]);
      const frame = end === -1 ? rest : cut(rest, end);
      rest = end === -1 ? "" : apply(slice, rest, [end + 1]);
      if (apply(indexOf, frame, ["<input>"]) === -1 || apply(indexOf, frame, ["<input>:3:"]) !== -1) continue;
      shown += `\n${apply(replace, frame, [inputLine, (_, line) => `program:${line - 3}`])}`;
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

  function random() {
    randomState = (randomState + 0x6d2b79f5) | 0;
    let mixed = imul(randomState ^ (randomState >>> 15), 1 | randomState);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  function setGlobal(name, value) {
    defineProperty(global, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
  }

  // Through it, a program would get the functions in this file that run above it: it could start again, with other limits.
  Object.defineProperty(ErrorClass, "prepareStackTrace", { value: undefined, writable: false, configurable: false });
  Math.random = random;
  setGlobal("setTimeout", (run, delay = 0, ...values) => {
    if (timers.length >= maxTimers) throw new RangeErrorClass(`A program has at most ${maxTimers} timers.`);
    lastTimer += 1;
    timers[timers.length] = { id: lastTimer, due: virtualTime + (delay > 0 ? +delay : 0), run, values };
    return lastTimer;
  });
  setGlobal("clearTimeout", (id) => {
    removeTimer((timer) => timer.id === id);
  });

  const printTo =
    (stream) =>
    (...values) =>
      print(stream, values);
  const [toStdout, toStderr] = [printTo("stdout"), printTo("stderr")];

  // What every program has, whatever an earlier one made of it: no program can remove these names.
  const given = { __proto__: null };
  for (const name of ["console", "ToolError", "text", "image", "tools", "search", "describe"]) {
    const get = () => given[name];
    const set = (value) => {
      given[name] = value;
    };
    defineProperty(global, name, { get, set, enumerable: false, configurable: false });
  }

  function defineFunctions(tools, search) {
    given.console = {
      log: toStdout,
      info: toStdout,
      debug: toStdout,
      table: toStdout,
      warn: toStderr,
      error: toStderr,
      trace: toStderr,
    };
    given.ToolError = ToolError;
    // OpenAI's programs print with it, and models know it from there.
    given.text = toStdout;
    // So is this. What a program gives back is text, so the text names the image.
    given.image = (value) => toStdout(`[image left out: ${imageName(value)}]`);
    given.tools = toolFunctions(tools);
    given.search = search ? (query, limit) => call("search", "search", { query, limit }) : undefined;
    given.describe = search ? (name) => call("describe", "describe", { name }) : undefined;
  }

  function imageName(value) {
    const source = text(() => (typeof value === "object" && value !== null ? (value.image_url ?? value.url) : value));
    if (cut(source, 5) !== "data:") return cut(source, maxNameLength);
    const end = apply(indexOf, source, [";"]);
    return cut(apply(slice, source, [5, end === -1 ? undefined : end]), maxNameLength);
  }

  // Words next to a quote are text.
  const identifier = fixed(/(?<![\w$"'])[A-Za-z_$][\w$]*(?![\w$"'])/g, "g");
  // It takes much space, so programs that do not need it do not carry it along.
  const anyIdentifier = () =>
    fixed(
      new RegExpClass(
        "(?<![\\p{ID_Continue}$\"'])[\\p{ID_Start}$_][\\p{ID_Continue}$]*(?![\\p{ID_Continue}$\"'])",
        "gu",
      ),
      "gu",
    );
  const declaration = fixed(/\b(?:const|let|var|class|function)\b/);
  const plainCode = fixed(/^[\t\n\x20-\x7e]*$/);
  const lastIdentifier = fixed(/(?:^|[^\w$.])([A-Za-z_$][\w$]*)[ \t]*$/);
  const comment = fixed(/\/[/*]/);
  const strictDirective = fixed(/^\s*(["'])use strict\1/);
  const place = fixed(/<input>:(\d+):(\d+)/);
  const reserved = create(null);
  for (const word of "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield __proto__ console ToolError text image tools search describe".split(
    " ",
  ))
    reserved[word] = true;
  // Characters that the engine reads to find the variables of a program: about half a second.
  const maxRead = 1_500_000;
  const chunkLength = 200;

  /**
   * The variables, functions and classes that a program declares at its top level; undefined if finding them takes too long. The engine
   * itself tells: declaring such a name once more is an error.
   */
  function declaredNames(code) {
    if (apply(match, code, [declaration]) === null) return [];
    const isPlain = apply(match, code, [plainCode]) !== null;
    const lines = isPlain ? linesOf(code) : [];
    // The chunk of names that a word is in. Many names at once would take the engine long.
    const chunkOf = create(null);
    const chunks = [[]];
    const words = apply(match, code, [isPlain ? identifier : anyIdentifier()]) ?? [];
    for (let index = 0; index < words.length; index++) {
      const word = words[index];
      if (reserved[word] || chunkOf[word] !== undefined) continue;
      if (chunks[chunks.length - 1].length >= chunkLength) chunks[chunks.length] = [];
      chunkOf[word] = chunks.length - 1;
      const chunk = chunks[chunks.length - 1];
      chunk[chunk.length] = word;
    }
    let read = 0;
    const conflict = (names) => {
      if (names.length === 0) return undefined;
      read += code.length;
      let list = names[0];
      for (let index = 1; index < names.length; index++) list += `,${names[index]}`;
      try {
        new AsyncFunction(`let ${list};\n${code}`);
        return undefined;
      } catch (error) {
        return error;
      }
    };
    const found = [];
    for (let number = 0; number < chunks.length; number++) {
      if (read > maxRead) return undefined;
      let left = chunks[number];
      for (let error = conflict(left); error !== undefined; error = conflict(left)) {
        const told = nameBefore(text(() => error.stack));
        const name = told !== undefined && chunkOf[told] === number ? told : search(left);
        if (name === undefined || read > maxRead) return undefined;
        chunkOf[name] = -1;
        found[found.length] = name;
        const rest = [];
        for (let index = 0; index < left.length; index++) if (left[index] !== name) rest[rest.length] = left[index];
        left = rest;
      }
    }
    return found;

    function search(names) {
      let part = names;
      while (part.length > 1 && read <= maxRead) {
        const half = [];
        for (let index = 0; index < part.length >> 1; index++) half[index] = part[index];
        const other = [];
        for (let index = half.length; index < part.length; index++) other[other.length] = part[index];
        part = conflict(half) === undefined ? other : half;
      }
      return part.length === 1 ? part[0] : undefined;
    }

    // The engine names the place after the name, if it is a variable. Where a comment may stand between the two, we search.
    function nameBefore(stack) {
      const at = apply(match, stack, [place]);
      const line = at === null ? undefined : lines[at[1] - 4];
      if (line === undefined || apply(match, line, [comment]) !== null) return undefined;
      return apply(match, cut(line, at[2] - 1), [lastIdentifier])?.[1];
    }
  }

  function linesOf(code) {
    const lines = [];
    let rest = code;
    for (let end = apply(indexOf, rest, ["\n"]); end !== -1; end = apply(indexOf, rest, ["\n"])) {
      lines[lines.length] = cut(rest, end);
      rest = apply(slice, rest, [end + 1]);
    }
    lines[lines.length] = rest;
    return lines;
  }

  /** A program that begins gives access to its variables. Declaring a `var` again keeps its value, as everywhere. */
  function takeVariables(accessors) {
    if (variables !== undefined) return;
    variables = accessors;
    const names = getOwnPropertyNames(variables);
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      if (!declared[name]) continue;
      const { get, set } = getOwnPropertyDescriptor(variables, name);
      try {
        if (apply(get, undefined, []) === undefined) apply(set, undefined, [global[name]]);
      } catch {
        // It is none: nothing else has a value already.
      }
    }
  }

  /** Makes the variables of the last program global: those that it got to. */
  function keepVariables() {
    if (variables === undefined) return;
    const names = getOwnPropertyNames(variables);
    let lost = "";
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      if (name in given) continue;
      const { get, set } = getOwnPropertyDescriptor(variables, name);
      let isInitialised = false;
      try {
        apply(get, undefined, []);
        isInitialised = true;
        defineProperty(global, name, { __proto__: null, get, set, configurable: true, enumerable: true });
        declared[name] = true;
      } catch {
        if (isInitialised) lost += (lost === "" ? "" : ", ") + name;
      }
    }
    variables = undefined;
    if (lost !== "")
      print("stderr", [`Variables that could not be kept, because globalThis does not take them: ${lost}.`]);
  }

  function start(job) {
    const { code, tools, search, seed, limits: allowed, keepState } = parse(job);
    const program = ++current;
    limits = allowed;
    randomState = seed | 0;
    waiting = create(null);
    timers = [];
    output = { __proto__: null, stdout: "", stderr: "", truncated: false };
    lastCall = waitingLength = virtualTime = 0;
    outcome = undefined;
    const onValue = (value) => {
      if (program === current) outcome ??= finish(value);
    };
    const onError = (error, reason = "exception") => {
      if (program === current) outcome ??= { __proto__: null, reason, error: describeError(error) };
    };
    defineFunctions(tools, search);
    keepVariables();
    let run;
    try {
      run = new AsyncFunction(`\n${code}`);
      const names = keepState ? declaredNames(code) : [];
      if (names === undefined)
        toStderr("The variables of this program are not kept for later ones: the program is too long.");
      else if (names.length > 0) {
        const directive = apply(match, code, [strictDirective]) === null ? "" : '"use strict";';
        run = new AsyncFunction(`${directive}arguments[0]({${accessorsOf(names)}});\n${code}`);
      }
    } catch (error) {
      return onError(error, "syntax");
    }
    try {
      const running = run(takeVariables);
      // Without it, `then` asks what a program may have replaced.
      defineProperty(running, "constructor", { __proto__: null, value: undefined });
      apply(then, running, [onValue, (error) => onError(error)]);
    } catch (error) {
      onError(error);
    }
  }

  function accessorsOf(names) {
    let accessors = "";
    for (let index = 0; index < names.length; index++) {
      const name = names[index];
      accessors += `get ${name}(){return ${name}},set ${name}(${name}_){${name}=${name}_},`;
    }
    return accessors;
  }

  function finish(value) {
    let json;
    try {
      json = stringify(value);
    } catch (error) {
      return { __proto__: null, reason: "exception", error: describeError(error) };
    }
    const problem = json === undefined ? undefined : problemOf(json, limits.valueLength);
    if (problem === undefined) return { __proto__: null, value: json };
    const error = describeError(new RangeErrorClass(`The returned value is ${problem}`));
    return { __proto__: null, reason: "exception", error };
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
      outcome ??= { __proto__: null, reason: "exception", error: describeError(error) };
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
