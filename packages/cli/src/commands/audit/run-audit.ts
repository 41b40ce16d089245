import { type AuditRecord, createAuditKeys, verifyAudit } from "@toolcrib/gateway";
import { errorMessage } from "@toolcrib/shared/errors";
import { formatCount, formatCountOf } from "@toolcrib/shared/text";
import { type ExitCode, exitCodes } from "../../command-line/exit-codes.ts";
import { CommandError } from "../../errors/command-error.ts";
import { gatewayAddress, type RunningGatewayOptions } from "../../gateway/running-gateway.ts";
import type { Output } from "../../output/console-output.ts";
import { plainText } from "../../output/plain-text.ts";
import { type AuditFilter, auditLinesIn, auditLinesOf, readAuditPage } from "./audit-lines.ts";
import { otlpLogs } from "./otlp-logs.ts";

export type AuditAction = "list" | "verify" | "export" | "key";

/** The options of `toolcrib audit`. */
export interface AuditOptions extends Omit<AuditFilter, "kind">, RunningGatewayOptions {
  readonly file?: string;
  readonly publicKey?: readonly string[];
  readonly known?: { readonly sequence: number; readonly hash: string };
  readonly changes?: true;
  readonly limit: number;
  readonly format: "jsonl" | "otlp";
  readonly send?: string;
  readonly from?: number;
}

const dayMilliseconds = 86_400_000;
const linesPerRequest = 500;
const maxWaitMilliseconds = 30_000;

/** Shows, verifies or exports the log of tool calls. */
export async function runAudit(action: AuditAction, options: AuditOptions, output: Output): Promise<ExitCode> {
  switch (action) {
    case "list":
      await list(options, output);
      return exitCodes.success;
    case "verify":
      return verify(options, output);
    case "export":
      await exportLines(options, output);
      return exitCodes.success;
    case "key":
      printKeys(options, output);
      return exitCodes.success;
  }
}

async function list(options: AuditOptions, output: Output): Promise<void> {
  const { lines } = await readAuditPage(
    gatewayAddress(options),
    { ...filterOf(options), kind: options.changes === true ? "change" : "call" },
    { limit: options.limit, order: "newest" },
  );
  const records = lines.map((line) => JSON.parse(line) as AuditRecord);
  if (options.json) {
    output.print(JSON.stringify(options.changes === true ? { changes: records } : { calls: records }));
    return;
  }
  if (records.length === 0) output.print(options.changes === true ? "No changes match." : "No calls match.");
  for (const record of records) {
    if (record.kind === "call") output.print(describeCall(record));
    if (record.kind === "change") output.print(describeChange(record));
  }
}

function describeChange(record: Extract<AuditRecord, { kind: "change" }>): string {
  const { at, organisation, key, user, account, change, outcome, refusal } = record;
  const { change: what, ...fields } = change;
  const who = [user, key, account].filter((name) => name !== undefined).join(", ");
  const told = [what, organisation, ...Object.values(fields)].filter((part) => part !== undefined);
  return [
    at,
    who === "" ? "anybody" : who,
    told.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" "),
    refusal === undefined ? outcome : `${outcome} (${refusal})`,
  ]
    .map(plainText)
    .join("  ");
}

function describeCall(record: Extract<AuditRecord, { kind: "call" }>): string {
  const { at, key, user, account, teams = [], server, tool, outcome, refusal, by, milliseconds } = record;
  const who = [user, key, account, ...teams.map((team) => `team ${team}`)]
    .filter((name) => name !== undefined)
    .join(", ");
  return [
    at,
    who === "" ? "anybody" : who,
    server === undefined ? tool : `${server}: ${tool}`,
    refusal === undefined ? outcome : `${outcome} (${refusal})`,
    by === "client" ? "by the client" : `${formatCount(Math.round(milliseconds ?? 0))} ms`,
  ]
    .map(plainText)
    .join("  ");
}

async function verify(options: AuditOptions, output: Output): Promise<ExitCode> {
  const { file, known } = options;
  let keptSince: number | undefined;
  let publicKeys = options.publicKey ?? [];
  if (file === undefined) {
    const { retentionDays, publicKey } = await readAuditPage(gatewayAddress(options), {}, { limit: 1 });
    keptSince = Date.now() - retentionDays * dayMilliseconds;
    if (publicKeys.length === 0 && publicKey !== null) {
      output.warn(
        "the signatures are checked with the key that the gateway names; --public-key checks them with yours",
      );
      publicKeys = [publicKey];
    }
  }
  const source = file === undefined ? auditLinesOf(gatewayAddress(options), {}) : auditLinesIn(file);
  const report = await verifyAudit(source, { publicKeys, keptSince, known });
  const { problems, lines, first, last, lastHash, signedCheckpoints, unsignedLines, lostCalls } = report;
  if (options.json) output.print(JSON.stringify(report));
  else {
    for (const { problem } of problems) output.print(output.style.bad(problem));
    if (problems.length === 0) output.print(output.style.good("The chain is complete."));
    output.print(`${formatCountOf(lines, "line")}${first === null ? "" : `, ${first} to ${last}`}`);
    output.print(
      `${formatCountOf(signedCheckpoints, "checkpoint")} with a valid signature, ${formatCountOf(unsignedLines, "line")} after the last`,
    );
    if (lostCalls > 0)
      output.print(`${formatCountOf(lostCalls, "call")} could not be written while the store was down`);
    if (lastHash !== null) output.print(`Keep this elsewhere, for --known: ${last}:${lastHash}`);
  }
  return problems.length > 0 ? exitCodes.problemsFound : exitCodes.success;
}

async function exportLines(options: AuditOptions, output: Output): Promise<void> {
  const lines = auditLinesOf(gatewayAddress(options), filterOf(options), options.from);
  if (options.format === "jsonl") {
    for await (const line of lines) output.print(line);
    return;
  }
  const deliver = async (batch: readonly string[]): Promise<void> => {
    if (batch.length === 0) return;
    const body = JSON.stringify(otlpLogs(batch));
    if (options.send === undefined) output.print(body);
    else await post(options.send, body);
  };
  let batch: string[] = [];
  let count = 0;
  let next = options.from ?? 1;
  for await (const line of lines) {
    count++;
    next = (JSON.parse(line) as AuditRecord).sequence + 1;
    if (batch.push(line) < linesPerRequest) continue;
    await deliver(batch);
    batch = [];
  }
  await deliver(batch);
  if (options.send === undefined) return;
  output.note(`Sent ${formatCountOf(count, "line")} to ${options.send}; to continue later: --from ${next}`);
}

async function post(url: string, body: string): Promise<void> {
  let received: string;
  try {
    const signal = AbortSignal.timeout(maxWaitMilliseconds);
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });
    await response.body?.cancel();
    if (response.ok) return;
    received = `status ${response.status}`;
  } catch (error) {
    received = errorMessage(error);
  }
  throw new CommandError("collector_failed", { url, received });
}

function printKeys({ json }: AuditOptions, output: Output): void {
  const keys = createAuditKeys();
  if (json) {
    output.print(JSON.stringify(keys));
    return;
  }
  output.print(keys.privateKey);
  output.note("Put this private key into TOOLCRIB_AUDIT_KEY of the gateway. Keep the public key, for --public-key:");
  output.note(keys.publicKey);
}

function filterOf({ tool, server, organisation, user, team, key, outcome, since, until }: AuditOptions): AuditFilter {
  const given = Object.entries({ tool, server, organisation, user, team, key, outcome, since, until });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as AuditFilter;
}
