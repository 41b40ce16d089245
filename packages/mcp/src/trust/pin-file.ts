import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { compareNames } from "@toolcrib/shared/names";
import { z } from "zod";
import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import { writeFileAtomically } from "../files/write-file-atomically.ts";
import type { Approvals } from "./approvals.ts";
import { keyOf, type ReviewedKind } from "./reviewed-item.ts";

const hashes = z.record(z.string(), z.string()).optional();
const fileSchema = z.object({
  version: z.literal(2),
  approved: z.record(
    z.string(),
    z.strictObject({ instructions: z.string().optional(), tools: hashes, prompts: hashes, resourceTemplates: hashes }),
  ),
});
type ServerPins = z.infer<typeof fileSchema>["approved"][string];

/** The fields of the file with hashes by name. */
const fieldOf = { tool: "tools", prompt: "prompts", "resource-template": "resourceTemplates" } as const;

/**
 * Reads a pin file; a missing one counts as empty. An invalid one is an error: as empty, it would approve held items.
 */
export async function readPinFile(path: string): Promise<Approvals> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Map();
    throw broken(path, "a file that can be read", error);
  }
  try {
    const { approved } = fileSchema.parse(JSON.parse(text));
    return new Map(Object.entries(approved).map(([server, pins]) => [server, approvalsIn(pins)]));
  } catch (error) {
    throw broken(path, "JSON with version 2 and approved hashes by server", error);
  }
}

/**
 * Changes a pin file, in a fixed order, so that it can be kept under version control; returns its new content. Other
 * processes may use the file at the same time: it is read, changed and written under a lock.
 */
export async function updatePinFile(path: string, change: (approvals: Approvals) => Approvals): Promise<Approvals> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Loaded on demand: it installs exit handlers, and most processes pin nothing.
  const { default: lockfile } = await import("proper-lockfile");
  const release = await lockfile.lock(path, lockOptions);
  try {
    const approvals = change(await readPinFile(path));
    await writePinFile(path, approvals);
    return approvals;
  } finally {
    await release().catch(() => {});
  }
}

/** If a process dies with the lock, the lock expires after some seconds. */
const lockOptions = {
  realpath: false,
  stale: 10_000,
  retries: { retries: 100, factor: 1.2, minTimeout: 10, maxTimeout: 200, randomize: true },
  // The file is written atomically in any case; without this handler the process would crash.
  onCompromised: () => {},
};

async function writePinFile(path: string, approvals: Approvals): Promise<void> {
  const approved = sortedObject([...approvals].map(([server, pins]) => [server, pinsOf(pins)]));
  await writeFileAtomically(path, `${JSON.stringify({ version: 2, approved }, undefined, 2)}\n`);
}

function approvalsIn({ instructions, ...byName }: ServerPins): ReadonlyMap<string, string> {
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

function broken(file: string, expected: string, error: unknown): McpError {
  return new McpError("pin_file_broken", { file, expected, received: reasonOf(error) }, { cause: error });
}
