import type { DeclaredApi, Inner, Part } from "../../src/dialects/shared/support/declare.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A request with one declared part, and the same request without it. */
export interface SampleRequest {
  /** The path of the part in the table. */
  readonly path: string;
  readonly part: Part;
  readonly given: Fields;
  readonly without: Fields;
}

/** What requests are made of. Keys are paths of the table. */
export interface Ingredients {
  /** A request that every upstream takes. */
  readonly base: Fields;
  /** What a field holds: by its path, or by its name. */
  readonly values: Fields;
  /** An object of a type, without anything optional. */
  readonly instances: Readonly<Record<string, Fields>>;
  /** The list that an element needs around it. */
  readonly lists: Readonly<Record<string, (element: unknown) => readonly unknown[]>>;
  /** Other fields that a part needs in its request. */
  readonly besides: Readonly<Record<string, Fields>>;
  /** Fields beside a field that say the same and go before it. */
  readonly without: Readonly<Record<string, readonly string[]>>;
}

type Place = (value: unknown) => Fields;

/** Requests for every part that an API declares, in the order of the table. */
export function sampleRequests(api: DeclaredApi, ingredients: Ingredients): readonly SampleRequest[] {
  return new Sampler(ingredients).of(api);
}

class Sampler {
  readonly #given: Ingredients;
  readonly #samples: SampleRequest[] = [];
  readonly #seen = new Set<string>();

  constructor(ingredients: Ingredients) {
    this.#given = ingredients;
  }

  of(api: DeclaredApi): readonly SampleRequest[] {
    this.#fields(api.request.fields, "", this.#given.base, (body) => body as Fields);
    return this.#samples;
  }

  #inside(inner: Inner, path: string, value: unknown, place: Place): void {
    if (inner.name !== undefined) {
      if (this.#seen.has(inner.name)) return;
      this.#seen.add(inner.name);
    }
    const at = inner.name ?? path;
    if (inner.kind === "fields") this.#fields(inner.fields, at, value as Fields, place);
    else if (inner.kind === "list") {
      const isPlain = inner.item.kind === "fields" || inner.item.kind === "list";
      const inList: Place = (element) => place(this.#listOf(at, element));
      this.#inside(inner.item, isPlain ? `${at}[]` : at, undefined, inList);
    } else {
      const parts = inner.kind === "types" ? inner.types : inner.values;
      for (const [type, part] of parts) {
        const key = `${at}[${type}]`;
        const tagged = inner.kind === "types" ? this.#instanceOf(key, inner.tag, type, value) : type;
        this.#add(key, part, place(tagged), place(undefined), tagged, place);
      }
    }
  }

  #fields(fields: ReadonlyMap<string, Part>, path: string, instance: Fields, place: Place): void {
    for (const [name, part] of fields) {
      const at = path === "" ? name : `${path}.${name}`;
      const { [name]: own, ...rest } = instance;
      const hidden = this.#given.without[at] ?? [];
      const others = Object.fromEntries(Object.entries(rest).filter(([field]) => !hidden.includes(field)));
      const { values } = this.#given;
      const value = at in values ? values[at] : name in values ? values[name] : own;
      if (value === undefined) throw new Error(`There is no sample for ${at}.`);
      const inField: Place = (inner) => place({ ...others, [name]: inner });
      this.#add(at, part, inField(value), place(others), value, inField);
    }
  }

  #add(path: string, part: Part, given: Fields, without: Fields, value: unknown, place: Place): void {
    const beside = this.#given.besides[path] ?? {};
    this.#samples.push({ path, part, given: { ...given, ...beside }, without: { ...without, ...beside } });
    if (part.inner !== undefined) this.#inside(part.inner, path, value, (inner) => ({ ...place(inner), ...beside }));
  }

  #instanceOf(key: string, tag: string, type: string, value: unknown): Fields {
    const outer = (value ?? {}) as Fields;
    return { ...(outer[tag] === type ? outer : {}), ...this.#given.instances[key], [tag]: type };
  }

  #listOf(path: string, element: unknown): readonly unknown[] {
    if (element === undefined) return this.#given.lists[path]?.(undefined).filter((one) => one !== undefined) ?? [];
    return this.#given.lists[path]?.(element) ?? [element];
  }
}
