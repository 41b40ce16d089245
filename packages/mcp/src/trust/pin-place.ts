import { McpError } from "../errors/mcp-error.ts";
import { reasonOf } from "../errors/reason-of.ts";
import type { Approvals } from "./approvals.ts";
import { parsePins, writePins } from "./pin-format.ts";

/** Where approvals are kept, as JSON: several processes may share it. */
export interface PinPlace {
  /** What reports call it. */
  readonly name: string;
  /** What `update` wrote; undefined if nothing is kept yet. */
  read(): Promise<unknown>;
  /** Replaces what is kept, while no other process does. If `change` throws, it stays. */
  update(change: (kept: unknown) => object): Promise<void>;
  /** A text that differs after each change; undefined if nothing is kept yet. Asked for often. */
  version(): Promise<string | undefined>;
}

/** The approvals at a place. Invalid ones are an error: as none, they would approve held items. */
export async function readApprovals(place: PinPlace): Promise<Approvals> {
  return approvalsIn(await place.read(), place);
}

/** Changes the approvals at a place, and returns what they are then. */
export async function updateApprovals(
  place: PinPlace,
  change: (approvals: Approvals) => Approvals,
): Promise<Approvals> {
  let changed: Approvals = new Map();
  await place.update((kept) => {
    changed = change(approvalsIn(kept, place));
    return writePins(changed);
  });
  return changed;
}

function approvalsIn(kept: unknown, { name }: PinPlace): Approvals {
  if (kept === undefined) return new Map();
  try {
    return parsePins(kept);
  } catch (cause) {
    const expected = "JSON with version 2 and approved hashes by server";
    throw new McpError("pin_file_broken", { file: name, expected, received: reasonOf(cause) }, { cause });
  }
}
