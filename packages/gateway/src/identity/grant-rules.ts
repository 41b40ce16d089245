import type { PolicyRule, RuleException } from "@toolcrib/core/policy";
import type { Principal } from "@toolcrib/store";
import type { Grant, GrantRule } from "./organisation.ts";

/** Hides everything, from callers whose key or user is gone. */
export const hideEverything: readonly PolicyRule[] = [{ action: "deny", name: "*" }];

/**
 * The rules that grants make for a caller. A tool must be allowed on every level that allows something: organisation, teams, user
 * and key; of several teams, one is enough. What any level denies is denied. Of rules that pin or defer, that of the narrowest
 * level applies.
 */
export function grantRules(grants: readonly Grant[], { teams, user, key }: Principal): readonly PolicyRule[] {
  const levels = [
    grants.filter(({ to }) => to.kind === "key" && to.name === key),
    grants.filter(({ to }) => to.kind === "user" && to.name === user),
    grants.filter(({ to }) => to.kind === "team" && teams.includes(to.name ?? "")),
    grants.filter(({ to }) => to.kind === "organisation"),
  ];
  return levels.flatMap((level) => rulesOfLevel(level.map(({ rule }) => rule)));
}

function rulesOfLevel(rules: readonly GrantRule[]): readonly PolicyRule[] {
  const except = rules.flatMap(({ action, name, server, annotation }): RuleException[] =>
    action === "allow" ? [{ ...defined({ name, server, annotation }) }] : [],
  );
  const others = rules.flatMap(({ action, name, server, annotation, arguments: values }): PolicyRule[] =>
    action === "allow" ? [] : [{ action, ...defined({ name, server, annotation, arguments: values }) }],
  );
  // Tools without a server are the client's own: it brings and runs them itself.
  return except.length === 0 ? others : [...others, { action: "deny", server: "*", except }];
}

function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
}
