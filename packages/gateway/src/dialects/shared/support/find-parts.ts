import { oncePer } from "@toolcrib/shared/caches";
import { isRecord } from "@toolcrib/shared/json";
import type { DeclaredApi, Inner, Part, UpstreamApi } from "./declare.ts";

/** Something in a request that is not translated. */
export interface Finding {
  readonly kind: "rejected" | "omitted" | "unknown field" | "unknown type";
  /** Where it is. */
  readonly path: string;
  /** The tag that tells its type, and the type, if that decides. */
  readonly tag?: string | undefined;
  readonly type?: string | undefined;
  /** Why it is rejected. */
  readonly note: string;
  /** What is expected instead of an unknown type. */
  readonly types?: readonly string[] | undefined;
  readonly part?: Part | undefined;
}

const none: readonly Finding[] = [];
/** Parts that are left out are named, but not all of many. What is rejected is found behind them too. */
const maxHarmless = 1_000;

/** Looks through a request for parts that are not translated for an upstream. The same messages and tools are looked through once. */
export function findParts(body: object, api: DeclaredApi, upstream: UpstreamApi): readonly Finding[] {
  return new Search(api, upstream).inRequest(body as Fields);
}

type Fields = Readonly<Record<string, unknown>>;

type Find = (value: object) => readonly Finding[];

/** How the elements of a list are looked through, if it differs. */
type FinderOf = (item: Inner) => Find;

/** By what is searched for: the result depends on the object alone. */
const memories = new Map<string, WeakMap<Inner, Find>>();

class Search {
  readonly #api: DeclaredApi;
  readonly #upstream: UpstreamApi;
  readonly #accepted = new Map<ReadonlyMap<string, Part>, readonly string[]>();

  constructor(api: DeclaredApi, upstream: UpstreamApi) {
    this.#api = api;
    this.#upstream = upstream;
  }

  inRequest(body: Fields): readonly Finding[] {
    return this.#inFields(body, this.#api.request.fields, "", undefined, (item) => this.#memoryOf(item));
  }

  #inFields(
    value: Fields,
    known: ReadonlyMap<string, Part>,
    path: string,
    tag?: string,
    finderOf?: FinderOf,
  ): readonly Finding[] {
    let found: Finding[] | undefined;
    for (const name in value) {
      const inner = value[name];
      if (inner === undefined || inner === null || name === tag) continue;
      const part = known.get(name);
      const at = path === "" ? name : `${path}.${name}`;
      const news: readonly Finding[] =
        part === undefined ? [{ kind: "unknown field", path: at, note: "" }] : this.#inPart(inner, part, at, finderOf);
      if (news.length === 0) continue;
      found ??= [];
      for (const finding of news) found.push(finding);
    }
    return found ?? none;
  }

  #inPart(value: unknown, part: Part, path: string, finderOf?: FinderOf): readonly Finding[] {
    const { fate, note } = part.verdicts[this.#upstream];
    if (fate === "rejected" || fate === "omitted") {
      return part.isHarmless(value) ? none : [{ kind: fate, path, note, part }];
    }
    return part.inner === undefined ? none : this.#inside(value, part.inner, path, finderOf);
  }

  #inside(value: unknown, inner: Inner, path: string, finderOf?: FinderOf): readonly Finding[] {
    switch (inner.kind) {
      case "fields":
        return isRecord(value) ? this.#inFields(value, inner.fields, path) : none;
      case "list":
        return Array.isArray(value) ? this.#inList(value, inner.item, path, finderOf) : none;
      case "types":
        return isRecord(value) ? this.#inTyped(value, inner, path) : none;
      case "values":
        return typeof value === "string"
          ? this.#inTyped({ "": value }, { ...inner, types: inner.values, tag: "" }, path)
          : none;
    }
  }

  #inList(value: readonly unknown[], item: Inner, path: string, finderOf?: FinderOf): readonly Finding[] {
    const find = finderOf?.(item) ?? ((element: unknown) => this.#inside(element, item, ""));
    let found: Finding[] | undefined;
    for (const [index, element] of value.entries()) {
      const isObject = typeof element === "object" && element !== null;
      const news = isObject ? find(element) : this.#inside(element, item, "");
      if (news.length === 0) continue;
      found ??= [];
      const at = path + this.#api.position(index);
      for (const finding of news) {
        if (found.length < maxHarmless || this.#mayBeError(finding)) {
          found.push({ ...finding, path: joined(at, finding.path) });
        }
      }
    }
    return found ?? none;
  }

  #mayBeError({ kind }: Finding): boolean {
    return kind === "rejected" || (kind === "unknown type" && this.#api.isOpen !== true);
  }

  #inTyped(
    value: Fields,
    { types, tag, fallback }: { types: ReadonlyMap<string, Part>; tag: string; fallback?: string | undefined },
    path: string,
  ): readonly Finding[] {
    const type = value[tag] ?? fallback;
    // The reader says that a type is missing.
    if (typeof type !== "string") return none;
    const part = types.get(type);
    if (part === undefined) {
      return [{ kind: "unknown type", path, tag, type, note: "", types: this.#acceptedOf(types) }];
    }
    const { fate, note } = part.verdicts[this.#upstream];
    if (fate === "rejected" || fate === "omitted") {
      return part.isHarmless(value) ? none : [{ kind: fate, path, tag, type, note, part }];
    }
    if (part.inner === undefined) return none;
    return part.inner.kind === "fields"
      ? this.#inFields(value, part.inner.fields, path, tag)
      : this.#inside(value, part.inner, path);
  }

  #acceptedOf(types: ReadonlyMap<string, Part>): readonly string[] {
    const known = this.#accepted.get(types);
    if (known !== undefined) return known;
    const accepted = [...types].flatMap(([name, { verdicts }]) =>
      verdicts[this.#upstream].fate === "rejected" ? [] : [name],
    );
    this.#accepted.set(types, accepted);
    return accepted;
  }

  #memoryOf(item: Inner): Find {
    const key = `${this.#api.title} ${this.#upstream}`;
    const known = memories.get(key) ?? new WeakMap<Inner, Find>();
    memories.set(key, known);
    const find = known.get(item) ?? oncePer((value: object) => this.#inside(value, item, ""));
    known.set(item, find);
    return find;
  }
}

function joined(path: string, inner: string): string {
  return inner === "" || inner.startsWith("[") || inner.startsWith(".") ? path + inner : `${path}.${inner}`;
}
