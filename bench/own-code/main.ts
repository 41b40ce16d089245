import { Validator } from "@cfworker/json-schema";
import { validateInput } from "@toolcrib/core/calls";
import { Ajv } from "ajv";
import { createParser } from "eventsource-parser";
import { parseTree } from "jsonc-parser";
import { LRUCache } from "lru-cache";
import { BodyReader } from "../../packages/gateway/src/body/body-reader.ts";
import { ErrorEvents } from "../../packages/gateway/src/http/error-events.ts";
import { SseDecoder } from "../../packages/gateway/src/sse/sse-decoder.ts";
import { EventEnd } from "../../packages/mcp/src/wire/event-end.ts";

/** The median of several rounds, in microseconds of processor time for one run: other programs change it less than the time on the clock. */
function microseconds(run: () => unknown, runs: number): number {
  const round = (): number => {
    const start = process.cpuUsage();
    for (let count = 0; count < runs; count++) run();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / runs;
  };
  round();
  return Array.from({ length: 5 }, round).toSorted((left, right) => left - right)[2] as number;
}

function report(subject: string, systems: Readonly<Record<string, () => unknown>>, runs: number): void {
  const times = Object.entries(systems).map(([name, run]) => `${name} ${microseconds(run, runs).toFixed(1)} µs`);
  console.log(`${subject}: ${times.join(", ")}`);
}

const text = { type: "string", minLength: 1, maxLength: 200 };
const schema = {
  type: "object",
  properties: {
    repository: { type: "string", pattern: "^[\\w.-]+/[\\w.-]+$" },
    title: text,
    labels: { type: "array", items: text, maxItems: 20 },
    priority: { enum: ["low", "normal", "high"] },
    assignee: { anyOf: [text, { type: "null" }] },
  },
  required: ["repository", "title"],
  additionalProperties: false,
};
const input = { repository: "a/b", title: "It breaks", labels: ["bug", "search"], priority: "high", assignee: null };

function measureValidation(): void {
  const compiled = new Ajv({ strict: false }).compile(schema);
  const prepared = new Validator(schema as never, "2020-12", true);
  report(
    "validation, schema seen before",
    {
      own: () => validateInput(schema, input),
      "@cfworker/json-schema": () => prepared.validate(input),
      ajv: () => compiled(input),
    },
    2_000,
  );
  report(
    "validation, new schema",
    {
      own: () => validateInput(structuredClone(schema), input),
      "@cfworker/json-schema": () => new Validator(structuredClone(schema) as never, "2020-12", true).validate(input),
      ajv: () => new Ajv({ strict: false }).compile(structuredClone(schema))(input),
    },
    50,
  );
  // 26 letters, since each further one doubles the time of a backtracking matcher.
  const hostile = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } };
  const attack = { a: `${"a".repeat(26)}!` };
  const matcher = new Ajv({ strict: false }).compile(hostile);
  const validator = new Validator(hostile as never, "2020-12", true);
  report(
    "validation, hostile pattern with 27 letters",
    {
      own: () => validateInput(hostile, attack),
      "@cfworker/json-schema": () => validator.validate(attack),
      ajv: () => matcher(attack),
    },
    1,
  );
}

function measureBodies(): void {
  const message = (turn: number) => ({
    role: turn % 2 === 0 ? "user" : "assistant",
    content: `${turn} ${"word ".repeat(200)}`,
  });
  const tools = Array.from({ length: 200 }, (_, count) => ({
    name: `tool_${count}`,
    description: "Does it. ".repeat(40),
    input_schema: schema,
  }));
  const bodies = Array.from({ length: 300 }, (_, turn) =>
    Buffer.from(
      JSON.stringify({ model: "m", tools, messages: Array.from({ length: 200 + turn }, (_, at) => message(at)) }),
    ),
  );
  let turn = 0;
  const next = (): Buffer => bodies[turn++ % bodies.length] as Buffer;
  const reader = new BodyReader();
  console.log(
    `bodies of ${Math.round((bodies[0] as Buffer).length / 1_000)} to ${Math.round((bodies.at(-1) as Buffer).length / 1_000)} kB`,
  );
  report(
    "the next turn of a conversation with 200 tools",
    {
      "body-reader.ts": () => reader.read([next()]),
      "JSON.parse": () => JSON.parse(next().toString()),
      "jsonc-parser, positions only": () => parseTree(next().toString()),
    },
    20,
  );
}

/** A `Map` in the order of use, as it is often written. */
class OrderedMap {
  readonly #entries = new Map<string, object>();

  get(key: string): object | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: string, value: object): void {
    this.#entries.set(key, value);
    if (this.#entries.size > 10_000) this.#entries.delete(this.#entries.keys().next().value as string);
  }
}

function measureLru(): void {
  const keys = Array.from({ length: 20_000 }, (_, count) => `key ${(count * 7_919) % 15_000}`);
  const value = {};
  const use = (cache: { get(key: string): unknown; set(key: string, value: object): unknown }) => () => {
    for (const key of keys) if (cache.get(key) === undefined) cache.set(key, value);
  };
  const caches = {
    "lru-cache": new LRUCache<string, object>({ max: 10_000 }),
    "a Map in the order of use": new OrderedMap(),
  };
  report("20,000 lookups", Object.fromEntries(Object.entries(caches).map(([name, cache]) => [name, use(cache)])), 3);
}

/** 2,000 events in pieces of 64 kB. */
function streamOf(lineEnd: string): readonly Buffer[] {
  const data = `data: ${JSON.stringify({ text: "word ".repeat(8) })}`;
  const bytes = Buffer.from(["event: content_block_delta", data, "", ""].join(lineEnd).repeat(2_000));
  const size = 65_536;
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function measureSse(): void {
  for (const [name, lineEnd] of [
    ["LF", "\n"],
    ["CRLF", "\r\n"],
  ] as const) {
    const pieces = streamOf(lineEnd);
    report(
      `2,000 events with ${name}, in pieces of 64 kB`,
      {
        "sse-decoder.ts around the library": () => {
          const decoder = new SseDecoder();
          for (const piece of pieces) decoder.push(piece);
        },
        "eventsource-parser alone": () => {
          const decoder = new TextDecoder();
          const parser = createParser({ onEvent: () => {} });
          for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }));
        },
      },
      3,
    );
  }
}

/** Forwarding a stream: the ends of events are enough, and the bytes must stay as they are. */
function measureForwarding(): void {
  const pieces = streamOf("\n");
  report(
    "2,000 forwarded events",
    {
      "error-events.ts": () => {
        const events = new ErrorEvents({ text: (text: string) => text } as never);
        for (const piece of pieces) events.push(piece);
        events.end();
      },
      "event-end.ts": () => {
        const ends = new EventEnd();
        for (const piece of pieces) ends.lastIn(piece);
      },
      "eventsource-parser, and events written again": () => {
        const decoder = new TextDecoder();
        const written: Buffer[] = [];
        const onEvent = ({ event, data }: { readonly event?: string | undefined; readonly data: string }) =>
          void written.push(Buffer.from(`event: ${event}\ndata: ${data}\n\n`));
        const parser = createParser({ onEvent });
        for (const piece of pieces) parser.feed(decoder.decode(piece, { stream: true }));
      },
    },
    3,
  );
}

measureValidation();
measureBodies();
measureLru();
measureSse();
measureForwarding();
