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
  /** Why it is rejected, or what is expected instead of an unknown type. */
  readonly note: string;
  readonly part?: Part | undefined;
}

const none: readonly Finding[] = [];

/** Looks through a request for parts that are not translated for an upstream. The same elements of a list are looked through once. */
export function findParts(body: object, api: DeclaredApi, upstream: UpstreamApi): readonly Finding[] {
  return new Search(api, upstream).inFields(body as Fields, api.request.fields, "");
}

type Fields = Readonly<Record<string, unknown>>;

/** By what is searched for: the result depends on the object alone. */
const memories = new Map<string, WeakMap<Inner, (value: object) => readonly Finding[]>>();

class Search {
  readonly #api: DeclaredApi;
  readonly #upstream: UpstreamApi;

  constructor(api: DeclaredApi, upstream: UpstreamApi) {
    this.#api = api;
    this.#upstream = upstream;
  }

  inFields(value: Fields, known: ReadonlyMap<string, Part>, path: string, tag?: string): readonly Finding[] {
    let found: Finding[] | undefined;
    for (const name in value) {
      const inner = value[name];
      if (inner === undefined || inner === null || name === tag) continue;
      const part = known.get(name);
      const at = path === "" ? name : `${path}.${name}`;
      const news: readonly Finding[] =
        part === undefined ? [{ kind: "unknown field", path: at, note: "" }] : this.#inPart(inner, part, at);
      if (news.length === 0) continue;
      found ??= [];
      for (const finding of news) found.push(finding);
    }
    return found ?? none;
  }

  #inPart(value: unknown, part: Part, path: string): readonly Finding[] {
    const { fate, note } = part.verdicts[this.#upstream];
    if (fate === "rejected" || fate === "omitted") {
      return part.isHarmless(value) ? none : [{ kind: fate, path, note, part }];
    }
    return part.inner === undefined ? none : this.#inside(value, part.inner, path);
  }

  #inside(value: unknown, inner: Inner, path: string): readonly Finding[] {
    switch (inner.kind) {
      case "fields":
        return isRecord(value) ? this.inFields(value, inner.fields, path) : none;
      case "list":
        return Array.isArray(value) ? this.#inList(value, inner.item, path) : none;
      case "types":
        return isRecord(value) ? this.#inTyped(value, inner, path) : none;
      case "values":
        return typeof value === "string"
          ? this.#inTyped({ "": value }, { ...inner, types: inner.values, tag: "" }, path)
          : none;
    }
  }

  #inList(value: readonly unknown[], item: Inner, path: string): readonly Finding[] {
    const find = this.#memoryOf(item);
    return value.flatMap((element, index) => {
      const isObject = typeof element === "object" && element !== null;
      const found = isObject ? find(element) : this.#inside(element, item, "");
      if (found.length === 0) return none;
      const at = path + this.#api.position(index);
      return found.map((finding) => ({ ...finding, path: joined(at, finding.path) }));
    });
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
      const known = [...types].flatMap(([name, { verdicts }]) =>
        verdicts[this.#upstream].fate === "rejected" ? [] : [name],
      );
      return [{ kind: "unknown type", path, tag, type, note: known.join(", ") }];
    }
    const { fate, note } = part.verdicts[this.#upstream];
    if (fate === "rejected" || fate === "omitted") {
      return part.isHarmless(value) ? none : [{ kind: fate, path, tag, type, note, part }];
    }
    if (part.inner === undefined) return none;
    return part.inner.kind === "fields"
      ? this.inFields(value, part.inner.fields, path, tag)
      : this.#inside(value, part.inner, path);
  }

  #memoryOf(item: Inner): (value: object) => readonly Finding[] {
    const key = `${this.#api.title} ${this.#upstream}`;
    const known = memories.get(key) ?? new WeakMap<Inner, (value: object) => readonly Finding[]>();
    memories.set(key, known);
    const find = known.get(item) ?? oncePer((value: object) => this.#inside(value, item, ""));
    known.set(item, find);
    return find;
  }
}

function joined(path: string, inner: string): string {
  return inner === "" || inner.startsWith("[") || inner.startsWith(".") ? path + inner : `${path}.${inner}`;
}
