import type { ClientDialect, DialectEndpoint, KeptEndpoint, ParseRequest } from "../contracts/client-dialect.ts";
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

  /** Endpoints for what dialects have kept. */
  get keptEndpoints(): readonly (KeptEndpoint & { readonly dialect: ClientDialect })[] {
    return this.#dialects.flatMap((dialect) =>
      (dialect.keptEndpoints ?? []).map((endpoint) => ({ ...endpoint, dialect })),
    );
  }

  /** The methods by which dialects serve a path; none if they do not. */
  methodsAt(path: string): readonly string[] {
    const kept = this.keptEndpoints.filter((endpoint) => isAt(path, endpoint.path)).map(({ method }) => method);
    return this.#endpoints.has(path) ? ["POST"] : kept;
  }

  /** The dialect that a client speaks: by the path, if only one dialect has it, served or not, and else by its headers. */
  dialectOf(path: string, headers: Readonly<Record<string, string>>): ClientDialect {
    const served = this.#endpoints.get(path)?.dialect;
    if (served !== undefined) return served;
    const spoken = this.spokenBy(headers);
    const having = this.#dialects.filter((dialect) => hasPath(dialect, path));
    return having.includes(spoken) ? spoken : (having[0] ?? spoken);
  }

  /** Why a path of one of the APIs is not served; undefined if none of the APIs has it. */
  whyNotServed(path: string, headers: Readonly<Record<string, string>>): string | undefined {
    for (const { notServed } of [this.dialectOf(path, headers), ...this.#dialects]) {
      for (const [pattern, reason] of notServed) if (isBelow(path, pattern)) return reason;
    }
    return undefined;
  }
}

function hasPath({ keptEndpoints = [], notServed }: ClientDialect, path: string): boolean {
  return [...keptEndpoints.map((endpoint) => endpoint.path), ...notServed.keys()].some((pattern) =>
    isBelow(path, pattern),
  );
}

function isAt(path: string, pattern: string): boolean {
  return path.split("/").length === pattern.split("/").length && isBelow(path, pattern);
}

/** Whether a path is the one of a pattern, or below it. */
function isBelow(path: string, pattern: string): boolean {
  const segments = path.split("/");
  return pattern.split("/").every((expected, position) => {
    const segment = segments[position];
    return expected.startsWith(":") ? segment !== undefined && segment !== "" : segment === expected;
  });
}

/** Errors are encoded in the dialect found here, so an error of its own must not come in between. */
function recognises(dialect: ClientDialect, headers: Readonly<Record<string, string>>): boolean {
  try {
    return dialect.recognises(headers);
  } catch {
    return false;
  }
}
