import type { AuditedChange, GrantRule, GrantSubject } from "@toolcrib/gateway";

const words: Readonly<Record<string, string>> = {
  "add-organisation": "added the organisation",
  "remove-organisation": "removed the organisation",
  "add-team": "added team",
  "remove-team": "removed team",
  "set-user": "changed user",
  "remove-user": "removed user",
  "create-key": "created key",
  "rotate-key": "rotated key",
  "revoke-key": "revoked key",
  "remove-grant": "removed grant",
  "connect-server": "logged in to",
  "disconnect-server": "ended the login at",
  "expire-server": "could not renew the login at",
};

/** What somebody changed, in a few words. */
export function describeChange({ change, organisation }: AuditedChange): string {
  const { change: name, to, rule, approved } = change;
  if (name === "approve") return `approved ${textOf(approved)}`;
  if (name === "add-grant") return `granted ${describeSubject(to)}: ${describeRule(rule)}`;
  const known = words[String(name)];
  if (known === undefined) return textOf(change);
  // What a change is about ends its name, and a new key has a team and a user, too.
  const target = change[String(name).split("-").at(-1) ?? ""];
  return `${known} ${textOf(target ?? organisation)}`;
}

function describeSubject(subject: unknown): string {
  const { kind, name } = (subject ?? {}) as Partial<GrantSubject>;
  return [kind, name].filter((part) => part !== undefined).join(" ");
}

function describeRule(rule: unknown): string {
  const { action, name, server, annotation } = (rule ?? {}) as Partial<GrantRule>;
  const conditions = Object.entries({ tool: name, server, annotation }).filter(([, value]) => value !== undefined);
  return [action, ...conditions.map(([field, value]) => `${field} ${value}`)].join(" ");
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
