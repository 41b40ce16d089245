import fc from "fast-check";

const deep = (levels: number): string => `${'{"a":['.repeat(levels)}1${"]}".repeat(levels)}`;

/** Values that have no business where they are put, as JSON. */
const oddValues: readonly string[] = [
  ..."null true false 0 -1 5 1.5 1e308 9007199254740993".split(" "),
  '""',
  '" "',
  '"x"',
  '"__proto__"',
  '"constructor"',
  '"\\ud800"',
  '"\\u0000"',
  ..."[] {} [null] [5] [[]] [{}]".split(" "),
  '["x"]',
  '[{"type":5}]',
  '[{"type":"text"}]',
  '[{"type":"tool_reference"}]',
  '{"type":"text","text":5}',
  '{"type":"tool_reference","tool_name":null}',
  '{"type":"tool_result"}',
  '{"__proto__":{"type":"text"},"constructor":5,"toString":5}',
  deep(40),
  deep(20_000),
];

/** One thing that is done to a document: where, what, and with which value. */
interface Change {
  readonly path: readonly number[];
  readonly kind: "replace" | "remove" | "insert" | "rename" | "copy" | "swap";
  /** Its number among the odd values. */
  readonly odd: number;
}

const change: fc.Arbitrary<Change> = fc.record({
  path: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 9 }),
  kind: fc.constantFrom("replace", "replace", "replace", "remove", "insert", "rename", "copy", "swap"),
  odd: fc.nat(oddValues.length - 1),
});

/** A document with things wrong in it. Made when it is asked for, and shown by its changes: it may be too deep to be written down. */
export interface Mutated<Value> {
  readonly value: Value;
  readonly json: string;
  readonly [fc.toStringMethod]: () => string;
}

/** JSON documents like one of these, with a few things wrong in each. */
export function mutatedJson<Value>(...samples: readonly Value[]): fc.Arbitrary<Mutated<Value>> {
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  return fc.tuple(fc.nat(samples.length - 1), changes).map(([sample, list]) => ({
    get json() {
      const marked = JSON.stringify(list.reduce<unknown>(applyChange, structuredClone(samples[sample])));
      return marked.replaceAll(/"odd value (\d+)"/g, (_mark, odd: string) => oddValues[Number(odd)] as string);
    },
    get value() {
      return JSON.parse(this.json) as Value;
    },
    [fc.toStringMethod]: () => `sample ${sample} with ${list.map(describeChange).join(", ")}`,
  }));
}

function describeChange({ path, kind, odd }: Change): string {
  return `${kind} at [${path.join()}]: ${oddValues[odd]?.slice(0, 80)}`;
}

/** Stands for an odd value until the document is written: some are too deep for anything else. */
function mark(odd: number): string {
  return `odd value ${odd}`;
}

function applyChange(value: unknown, { path: [at, ...rest], kind, odd }: Change): unknown {
  if (typeof value !== "object" || value === null || at === undefined) return mark(odd);
  const keys = Object.keys(value);
  const key = keys[at % keys.length];
  if (key === undefined) return mark(odd);
  const container = value as Record<string, unknown>;
  const inner = container[key];
  const goesOn = rest.length > 0 && typeof inner === "object" && inner !== null && Object.keys(inner).length > 0;
  if (goesOn) container[key] = applyChange(inner, { path: rest, kind, odd });
  else if (kind === "replace") container[key] = mark(odd);
  else if (Array.isArray(value)) changeList(value, Number(key), kind, odd);
  else if (kind === "remove") delete container[key];
  else if (kind === "insert") container["type"] = mark(odd);
  else {
    const other = kind === "rename" ? "__proto__" : (keys[(at * 7 + 1) % keys.length] as string);
    Object.defineProperty(value, other, { value: inner, enumerable: true, writable: true, configurable: true });
    if (kind === "rename") delete container[key];
  }
  return value;
}

function changeList(list: unknown[], at: number, kind: Change["kind"], odd: number): void {
  if (kind === "remove") list.splice(at, 1);
  else if (kind === "insert") list.splice(at, 0, mark(odd));
  else if (kind === "copy") list.push(list[at]);
  else list.reverse();
}
