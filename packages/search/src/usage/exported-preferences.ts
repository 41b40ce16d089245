import { isRecord } from "@toolcrib/shared/json";
import { invalid, listOf, numberOf, textOf } from "./exported-values.ts";
import {
  maxFeaturesPerOrder,
  maxFeatureWeight,
  maxOrders,
  maxServers,
  maxServerWeight,
  maxTrust,
  type Preferences,
} from "./preferences.ts";

const maxNameLength = 512;

/** What was learned about all tools together, as plain data. */
export interface ExportedPreferences {
  /** In milliseconds since 1970. */
  readonly updatedAt: number;
  /** How far each kind of knowledge is trusted, from 0 to 2. */
  readonly trust: { readonly words: number; readonly server: number; readonly features: number };
  /** Servers and what calls say for them, from -1 to 1. */
  readonly servers: readonly (readonly [server: string, weight: number])[];
  /** Features of the orders of the ranker, and what calls say for each, from -8 to 8. */
  readonly features: readonly (readonly [order: string, feature: string, weight: number])[];
}

export function exportPreferences({ updatedAt, trust, servers, features }: Preferences): ExportedPreferences {
  return {
    updatedAt,
    trust: { ...trust },
    servers: [...servers],
    features: [...features].flatMap(([order, weights]) =>
      [...weights].map(([feature, weight]): readonly [string, string, number] => [order, feature, weight]),
    ),
  };
}

/** Replaces what was learned; nothing is left of it without an export. A time in the future would never decay. */
export function importPreferences(exported: ExportedPreferences | undefined, into: Preferences, now: number): void {
  into.clear();
  into.updatedAt = Math.min(exported?.updatedAt ?? now, now);
  Object.assign(into.trust, exported?.trust);
  for (const [server, weight] of exported?.servers ?? []) {
    into.servers.set(server, weight);
  }
  for (const [order, feature, weight] of exported?.features ?? []) {
    const weights = into.features.get(order) ?? new Map<string, number>();
    into.features.set(order, weights.set(feature, weight));
  }
}

/** Validates the part of an export: it may come from anywhere. */
export function readExportedPreferences(value: unknown): ExportedPreferences {
  if (!isRecord(value) || !isRecord(value["trust"])) {
    throw invalid("preferences to be an object with trust", value);
  }
  const { words, server, features } = value["trust"];
  const read: ExportedPreferences = {
    updatedAt: numberOf(value["updatedAt"], 0, Number.MAX_SAFE_INTEGER, "updatedAt"),
    trust: {
      words: numberOf(words, 0, maxTrust, "trust in words"),
      server: numberOf(server, 0, maxTrust, "trust in servers"),
      features: numberOf(features, 0, maxTrust, "trust in features"),
    },
    servers: listOf(value["servers"], maxServers, "servers").map((entry) => {
      const [name, weight] = tupleOf(entry, 2);
      return [nameOf(name, "server"), numberOf(weight, -maxServerWeight, maxServerWeight, "weight")];
    }),
    features: listOf(value["features"], maxOrders * maxFeaturesPerOrder, "features").map((entry) => {
      const [order, feature, weight] = tupleOf(entry, 3);
      const limit = maxFeatureWeight;
      return [nameOf(order, "order"), nameOf(feature, "feature"), numberOf(weight, -limit, limit, "weight")];
    }),
  };
  if (new Set(read.features.map(([order]) => order)).size > maxOrders) {
    throw invalid(`at most ${maxOrders} orders`, read.features.length);
  }
  return read;
}

function nameOf(value: unknown, what: string): string {
  return textOf(value, maxNameLength, what);
}

function tupleOf(value: unknown, length: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length !== length) {
    throw invalid(`lists of ${length} values`, value);
  }
  return value;
}
