import { findRuleProblem } from "@toolcrib/core/policy";
import { describeValue } from "@toolcrib/shared/errors";
import { z } from "zod";
import { GatewayError } from "../errors/gateway-error.ts";
import type { AccessChange } from "./access-change.ts";

/** Slashes separate organisations from names, so that no name can pose as one of another organisation. */
const name = z.string().regex(/^[^\s/\p{C}]{1,100}$/u, "1 to 100 characters without spaces and slashes");
const maxSeconds = 10 * 365 * 24 * 3_600;
const seconds = z.int().min(1).max(maxSeconds);
const role = z.enum(["member", "admin", "operator"]).optional();
const pattern = z.string().min(1).max(300).optional();

const rule = z
  .strictObject({
    action: z.enum(["allow", "deny", "pin", "defer"]),
    name: pattern,
    server: pattern,
    annotation: pattern,
    arguments: z.record(z.string().max(300), z.string().max(300)).optional(),
  })
  .superRefine(({ action, ...conditions }, context) => {
    const isAllow = action === "allow";
    if (isAllow && conditions.arguments !== undefined) {
      context.addIssue({ code: "custom", path: ["arguments"], message: "arguments on rules that deny only" });
      return;
    }
    const problem = findRuleProblem({ action: isAllow ? "deny" : action, ...conditions });
    if (problem === undefined) return;
    const path = problem.field === "" ? [] : [problem.field];
    context.addIssue({ code: "custom", path, message: problem.expected });
  });

const subject = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("organisation") }),
  z.strictObject({ kind: z.enum(["team", "user", "key"]), name }),
]);

const organisation = name;
const change = z.discriminatedUnion("change", [
  z.strictObject({ change: z.enum(["add-organisation", "remove-organisation"]), organisation }),
  z.strictObject({ change: z.enum(["add-team", "remove-team"]), organisation, team: name }),
  z.strictObject({
    change: z.literal("set-user"),
    organisation,
    user: name,
    teams: z.array(name).max(100).optional(),
    role,
    isDisabled: z.boolean().optional(),
  }),
  z.strictObject({ change: z.literal("remove-user"), organisation, user: name }),
  z.strictObject({
    change: z.literal("create-key"),
    organisation,
    key: name,
    team: name.optional(),
    user: name.optional(),
    role,
    expiresInSeconds: seconds.optional(),
  }),
  z.strictObject({
    change: z.literal("rotate-key"),
    organisation,
    key: name,
    graceSeconds: seconds.optional(),
    expiresInSeconds: seconds.optional(),
  }),
  z.strictObject({ change: z.literal("revoke-key"), organisation, key: name }),
  z.strictObject({ change: z.literal("add-grant"), organisation, to: subject, rule }),
  z.strictObject({ change: z.literal("remove-grant"), organisation, grant: name }),
]);

/** Validates a change from an untrusted source. */
export function parseChange(value: unknown): AccessChange {
  const result = change.safeParse(value);
  if (result.success) return result.data as AccessChange;
  const [issue] = result.error.issues;
  const path = issue?.path ?? [];
  throw new GatewayError("invalid_change", {
    field: path.length === 0 ? "the change" : path.join("."),
    expected: expectedBy(issue),
    received: describeValue(valueAt(value, path)),
  });
}

function expectedBy(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "unrecognized_keys") return `no field ${issue.keys.join(", ")}`;
  return issue?.message ?? "a change";
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step], value);
}
