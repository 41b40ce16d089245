import { compareNames } from "@toolcrib/shared/names";
import { z } from "zod";
import type { Approvals } from "./approvals.ts";
import { keyOf, type ReviewedKind } from "./reviewed-item.ts";

const hashes = z.record(z.string(), z.string()).optional();
const pinsSchema = z.object({
  version: z.literal(2),
  approved: z.record(
    z.string(),
    z.strictObject({ instructions: z.string().optional(), tools: hashes, prompts: hashes, resourceTemplates: hashes }),
  ),
});

type ServerPins = z.infer<typeof pinsSchema>["approved"][string];

/** The fields with hashes by name. */
const fieldOf = { tool: "tools", prompt: "prompts", "resource-template": "resourceTemplates" } as const;

/** Reads pins from an untrusted source; throws if they are invalid. */
export function parsePins(value: unknown): Approvals {
  const { approved } = pinsSchema.parse(value);
  return new Map(Object.entries(approved).map(([server, pins]) => [server, approvalsOf(pins)]));
}

/** Writes pins in a fixed order, so that they can be kept under version control. */
export function writePins(approvals: Approvals): object {
  return { version: 2, approved: sortedObject([...approvals].map(([server, pins]) => [server, pinsOf(pins)])) };
}

function approvalsOf({ instructions, ...byName }: ServerPins): ReadonlyMap<string, string> {
  const approvals = new Map<string, string>();
  if (instructions !== undefined) approvals.set(keyOf({ kind: "instructions", own: "" }), instructions);
  for (const [kind, field] of Object.entries(fieldOf)) {
    for (const [own, hash] of Object.entries(byName[field] ?? {})) {
      approvals.set(keyOf({ kind: kind as ReviewedKind, own }), hash);
    }
  }
  return approvals;
}

function pinsOf(approvals: ReadonlyMap<string, string>): ServerPins {
  const instructions = approvals.get(keyOf({ kind: "instructions", own: "" }));
  const pins: Record<string, unknown> = instructions === undefined ? {} : { instructions };
  for (const [kind, field] of Object.entries(fieldOf)) {
    const start = keyOf({ kind: kind as ReviewedKind, own: "" });
    const own = [...approvals].filter(([key]) => key.startsWith(start));
    if (own.length > 0) pins[field] = sortedObject(own.map(([key, hash]) => [key.slice(start.length), hash]));
  }
  return pins;
}

function sortedObject<Value>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareNames(a, b)));
}
