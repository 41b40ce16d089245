import type { Loader } from "@toolcrib/core/loaders";
import { usesReferences } from "@toolcrib/core/loaders";
import { matchesGlob } from "@toolcrib/shared/names";
import { Lru } from "../caches/lru.ts";
import type { CapabilityEntry } from "../contracts/capability-entry.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import type { Upstream } from "../contracts/upstream.ts";
import { defaultCapabilities } from "./capability-table.ts";
import { findLoader, type LoaderTable } from "./loader-table.ts";

type KnownUpstream = Pick<Upstream, "name" | "baseUrl" | "dialect" | "loadsReferences">;

/** Whether an upstream's dialect has a form for what a loader puts on the wire. */
export function takesLoader(
  { dialect, loadsReferences }: Pick<Upstream, "dialect" | "loadsReferences">,
  loader: Loader,
): boolean {
  if (loader.dialects !== undefined) return loader.dialects.includes(dialect);
  return !usesReferences(loader) || speaksMessages({ dialect }) || loadsReferences === true;
}

/** What is known about an upstream or a model, with the loaders that its entry names. */
export interface Capability extends Omit<CapabilityEntry, "loader" | "searchLoader"> {
  readonly loader: Loader;
  readonly searchLoader: Loader;
}

const maxModels = 256;

/** What is known about upstreams and models. Looked up once, then cached for later requests. */
export class Capabilities {
  readonly loaders: LoaderTable;
  readonly #entries: readonly Capability[];
  readonly #known = new WeakMap<KnownUpstream, Lru<string, { readonly entry: Capability | undefined }>>();

  /** These entries take precedence over the built-in ones. */
  constructor(entries: readonly CapabilityEntry[], loaders: LoaderTable) {
    this.loaders = loaders;
    this.#entries = [...entries, ...defaultCapabilities].map((entry) => ({
      ...entry,
      loader: findLoader(loaders, entry.loader),
      searchLoader: findLoader(loaders, entry.searchLoader ?? entry.loader),
    }));
  }

  /** The entry for an upstream and a model; undefined if nothing is known. */
  find(upstream: KnownUpstream, model: string): Capability | undefined {
    let byModel = this.#known.get(upstream);
    if (byModel === undefined) {
      byModel = new Lru(maxModels);
      this.#known.set(upstream, byModel);
    }
    let found = byModel.get(model);
    if (found === undefined) {
      found = { entry: this.#lookUp(upstream, model) };
      byModel.set(model, found);
    }
    return found.entry;
  }

  #lookUp(upstream: KnownUpstream, model: string): Capability | undefined {
    const host = hostOf(upstream.baseUrl);
    return this.#entries.find(
      (entry) =>
        takesLoader(upstream, entry.loader) &&
        matches(entry.upstream, upstream.name) &&
        matches(entry.host, host) &&
        matches(entry.model, model),
    );
  }
}

function hostOf(baseUrl: string | undefined): string {
  if (baseUrl === undefined) return "";
  try {
    return new URL(baseUrl).hostname;
  } catch {
    return "";
  }
}

function matches(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || matchesGlob(pattern.toLowerCase(), text.toLowerCase());
}
