import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { Directory } from "../identity/directory.ts";

/** A key that something may be learned for. */
export interface NamedKey {
  readonly name: string;
  /** Identifies it; for a key of the config, its hash. */
  readonly id: string;
}

/** The keys of the config and of organisations. */
export function namedKeys({
  config,
  directory,
}: {
  readonly config: Pick<ResolvedConfig, "keys">;
  readonly directory: Directory;
}): readonly NamedKey[] {
  return [
    ...config.keys.map(({ name, sha256 }) => ({ name, id: sha256 })),
    ...directory.organisations.flatMap(({ name: organisation, keys }) =>
      keys.map(({ name, id }) => ({ name: `${organisation}/${name}`, id })),
    ),
  ];
}
