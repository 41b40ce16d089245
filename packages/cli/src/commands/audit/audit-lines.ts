import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { AdminApiAudit } from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { CommandError } from "../../errors/command-error.ts";
import { askAdmin, type GatewayAddress } from "../../gateway/ask-admin.ts";

/** What lines are selected by; the names are those of the admin API. */
export interface AuditFilter {
  readonly kind?: string;
  readonly tool?: string;
  readonly server?: string;
  readonly organisation?: string;
  readonly user?: string;
  readonly team?: string;
  readonly key?: string;
  readonly outcome?: string;
  readonly since?: string;
  readonly until?: string;
}

const pageLines = 1_000;

/** One page of a gateway's log. */
export async function readAuditPage(
  gateway: GatewayAddress,
  filter: AuditFilter,
  page: { readonly from?: number; readonly limit: number; readonly order?: "newest" },
): Promise<AdminApiAudit> {
  const given = Object.entries({ ...filter, ...page }).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)] as [string, string]));
  return (await askAdmin(gateway, `/audit?${query.toString()}`)) as AdminApiAudit;
}

/** All lines of a gateway's log that match, the oldest first, from one number on. */
export async function* auditLinesOf(gateway: GatewayAddress, filter: AuditFilter, first = 1): AsyncGenerator<string> {
  for (let from: number | null = first; from !== null; ) {
    const page: AdminApiAudit = await readAuditPage(gateway, filter, { from, limit: pageLines });
    yield* page.lines;
    from = page.next;
  }
}

/** The lines of an export. */
export async function* auditLinesIn(file: string): AsyncGenerator<string> {
  try {
    const lines = createInterface({ input: createReadStream(file, "utf8"), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const line of lines) if (line !== "") yield line;
  } catch (error) {
    throw new CommandError("file_unreadable", { file, reason: errorMessage(error) });
  }
}
