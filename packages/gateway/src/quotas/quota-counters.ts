import { matchesGlob } from "@toolcrib/shared/names";
import type { StoreKey } from "@toolcrib/store";
import type { CallActor } from "../contracts/call-control.ts";
import type { QuotaConfig, QuotaDimension, QuotaUnit } from "../contracts/quota.ts";
import { type Period, periodAt } from "./quota-window.ts";

/** What is counted: a request of a caller, or a call of a tool. */
export interface QuotaSubject extends Pick<CallActor, "name" | "organisation" | "teams"> {
  readonly model?: string | undefined;
  /** The names of a called tool: its own, and the one with its server. */
  readonly tools?: readonly string[] | undefined;
}

/** A count that a subject adds to. */
export interface QuotaCounter {
  readonly quota: QuotaConfig;
  readonly unit: QuotaUnit;
  readonly limit: number;
  readonly period: Period;
  readonly key: StoreKey;
}

export const quotaNamespace = "quotas";
const dimensions: readonly QuotaDimension[] = ["key", "team", "model", "tool"];

/** The counts that a subject adds to, for some of the units. */
export function countersFor(
  quotas: readonly QuotaConfig[],
  units: readonly QuotaUnit[],
  subject: QuotaSubject,
  now: number,
): readonly QuotaCounter[] {
  return quotas.flatMap((quota) => {
    const limited = units.filter((unit) => quota[unit] !== undefined);
    if (limited.length === 0 || !applies(quota, subject)) return [];
    const period = periodAt(quota.window, now);
    return combinationsOf(quota, subject).flatMap((of) =>
      limited.map((unit) => ({
        quota,
        unit,
        limit: quota[unit] as number,
        period,
        key: { namespace: quotaNamespace, owner: quota.name, id: `${unit} ${period.start} ${JSON.stringify(of)}` },
      })),
    );
  });
}

/** Reads the id of a count; undefined if it is not the id of a quota. */
export function readCounterId(
  id: string,
): { readonly unit: QuotaUnit; readonly start: number; readonly of: Record<string, string> } | undefined {
  const [, unit, start, of] = /^(requests|tokens|toolCalls|cost) (\d+) (\{.*\})$/s.exec(id) ?? [];
  if (unit === undefined || start === undefined || of === undefined) return undefined;
  return { unit: unit as QuotaUnit, start: Number(start), of: JSON.parse(of) as Record<string, string> };
}

function applies(quota: QuotaConfig, subject: QuotaSubject): boolean {
  return dimensions.every((dimension) => {
    const pattern = quota[dimension];
    return pattern === undefined || namesOf(subject, dimension).some((name) => matchesGlob(pattern, name));
  });
}

/** The names that patterns match; the last one identifies what is counted. */
function namesOf(subject: QuotaSubject, dimension: QuotaDimension): readonly string[] {
  const { name, model, tools = [], teams = [] } = subject;
  switch (dimension) {
    case "tool":
      return tools;
    case "team":
      return teams.flatMap((team) => qualified(team, subject));
    case "model":
      return model === undefined ? [] : [model];
    case "key":
      return name === undefined ? [] : qualified(name, subject);
  }
}

/** Organisations may use the same names. */
function qualified(name: string, { organisation }: QuotaSubject): readonly string[] {
  return organisation === undefined ? [name] : [name, `${organisation}/${name}`];
}

/** What a subject is counted for. Whoever is in several teams counts for each of them that the quota applies to. */
function combinationsOf(quota: QuotaConfig, subject: QuotaSubject): readonly Readonly<Record<string, string>>[] {
  const per = quota.per ?? ["key"];
  const fixed = Object.fromEntries(
    dimensions
      .filter((dimension) => dimension !== "team" && per.includes(dimension))
      .map((dimension) => [dimension, namesOf(subject, dimension).at(-1) ?? ""]),
  );
  if (!per.includes("team")) return [fixed];
  const teams = (subject.teams ?? []).flatMap((team) => {
    const names = qualified(team, subject);
    return names.some((name) => matchesGlob(quota.team ?? "*", name)) ? [names.at(-1) ?? team] : [];
  });
  return (teams.length === 0 ? [""] : teams).map((team) => ({ ...fixed, team }));
}
