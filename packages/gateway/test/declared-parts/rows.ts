import {
  type DeclaredApi,
  type Inner,
  type Part,
  type UpstreamApi,
  upstreamApis,
} from "../../src/dialects/shared/support/declare.ts";

/** A declared part with its path, or the path within something that has a name. `[x]` is an element or a value of the type `x`. */
export interface Row {
  readonly path: string;
  readonly part: Part;
}

/** All parts that an API declares, in their order. */
export function rowsOf({ request }: DeclaredApi): readonly Row[] {
  const lister = new RowLister();
  lister.listAll(request);
  return lister.rows;
}

class RowLister {
  readonly rows: Row[] = [];
  readonly #named: Inner[] = [];
  readonly #seen = new Set<string>();

  /** What has a name follows the request. */
  listAll(request: Inner): void {
    this.#listKind(request, "");
    for (let next = this.#named.shift(); next !== undefined; next = this.#named.shift()) {
      this.#listKind(next, next.name ?? "");
    }
  }

  #inside(inner: Inner, path: string): void {
    const { name } = inner;
    if (name === undefined) this.#listKind(inner, path);
    else if (!this.#seen.has(name)) {
      this.#seen.add(name);
      this.#named.push(inner);
    }
  }

  #listKind(inner: Inner, path: string): void {
    if (inner.kind === "list") {
      const isPlain = inner.item.kind === "fields" || inner.item.kind === "list";
      this.#inside(inner.item, isPlain ? `${path}[]` : path);
    } else if (inner.kind === "fields") {
      for (const [name, part] of inner.fields) this.#add(part, path === "" ? name : `${path}.${name}`);
    } else {
      const parts = inner.kind === "types" ? inner.types : inner.values;
      for (const [type, part] of parts) this.#add(part, `${path}[${type}]`);
    }
  }

  #add(part: Part, path: string): void {
    this.rows.push({ path, part });
    if (part.inner !== undefined) this.#inside(part.inner, path);
  }
}

/** The rows of the table in `docs/dialects.md`. Neighbours with the same fate and note share a row. */
export function writeTable(api: DeclaredApi): readonly string[] {
  const written: { readonly paths: string[]; readonly rest: string }[] = [];
  for (const { path, part } of rowsOf(api)) {
    const rest = restOf(api, part);
    const last = written.at(-1);
    if (last?.rest === rest) last.paths.push(`\`${path}\``);
    else written.push({ paths: [`\`${path}\``], rest });
  }
  return written.map(({ paths, rest }) => `| ${api.title} | ${paths.join(" ")} | ${rest} |`);
}

function restOf({ own }: DeclaredApi, part: Part): string {
  const fateAt = (api: UpstreamApi) => {
    const { fate, isPartial } = part.verdicts[api];
    return api === own ? "same" : isPartial === true ? "partly" : fate;
  };
  const notes = new Set(upstreamApis.filter((api) => api !== own).map((api) => part.verdicts[api].note));
  return `${upstreamApis.map(fateAt).join(" | ")} | ${[...notes].join("; ")}`;
}
