import type { ClientDialect, DialectEndpoint, ParseRequest } from "../contracts/client-dialect.ts";
import { ConfigError } from "../errors/config-error.ts";

/** A place where requests of a dialect arrive. */
export interface ServedEndpoint extends DialectEndpoint {
  readonly dialect: ClientDialect;
  readonly parse: ParseRequest;
}

/** The dialects that a gateway speaks with its clients. */
export class ServedDialects {
  readonly #dialects: readonly ClientDialect[];
  readonly #endpoints = new Map<string, ServedEndpoint>();

  /** The first one answers where nothing tells what a client speaks. */
  constructor(dialects: readonly ClientDialect[]) {
    this.#dialects = dialects;
    for (const dialect of dialects) {
      const parse = dialect.createParser();
      for (const endpoint of dialect.endpoints) {
        const other = this.#endpoints.get(endpoint.path)?.dialect.name;
        if (other !== undefined) {
          throw new ConfigError("duplicate_endpoint", { path: endpoint.path, first: other, second: dialect.name });
        }
        this.#endpoints.set(endpoint.path, { ...endpoint, dialect, parse });
      }
    }
  }

  get endpoints(): readonly ServedEndpoint[] {
    return [...this.#endpoints.values()];
  }

  endpointAt(path: string): ServedEndpoint | undefined {
    return this.#endpoints.get(path);
  }

  /** What a client speaks, where the path alone does not tell. */
  spokenBy(headers: Readonly<Record<string, string>>): ClientDialect {
    return this.#dialects.find((dialect) => dialect.recognises(headers)) ?? (this.#dialects[0] as ClientDialect);
  }

  /** Why a path of one of the APIs is not served; undefined where it is no path of theirs. */
  whyNotServed(path: string): string | undefined {
    for (const { notServed } of this.#dialects) {
      for (const [prefix, reason] of notServed) {
        if (path === prefix || path.startsWith(`${prefix}/`)) return reason;
      }
    }
    return undefined;
  }
}
