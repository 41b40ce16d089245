import type { ClientDialect, DialectEndpoint, ParseRequest } from "../contracts/client-dialect.ts";
import { ConfigError } from "../errors/config-error.ts";

/** An endpoint of a dialect. */
export interface ServedEndpoint extends DialectEndpoint {
  readonly dialect: ClientDialect;
  readonly parse: ParseRequest;
}

/** The client dialects that a gateway serves. */
export class ServedDialects {
  readonly #dialects: readonly ClientDialect[];
  readonly #endpoints = new Map<string, ServedEndpoint>();

  /** The first one is the fallback when a client's dialect is unknown. */
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

  /** The dialect of a client, for paths that several dialects share. */
  spokenBy(headers: Readonly<Record<string, string>>): ClientDialect {
    return this.#dialects.find((dialect) => recognises(dialect, headers)) ?? (this.#dialects[0] as ClientDialect);
  }

  /** Why a path of one of the APIs is not served; undefined if none of the APIs has it. */
  whyNotServed(path: string): string | undefined {
    for (const { notServed } of this.#dialects) {
      for (const [prefix, reason] of notServed) {
        if (path === prefix || path.startsWith(`${prefix}/`)) return reason;
      }
    }
    return undefined;
  }
}

/** Errors are encoded in the dialect found here, so an error of its own must not come in between. */
function recognises(dialect: ClientDialect, headers: Readonly<Record<string, string>>): boolean {
  try {
    return dialect.recognises(headers);
  } catch {
    return false;
  }
}
