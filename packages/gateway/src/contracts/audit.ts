import type { CallActor, ToolCall } from "./call-control.ts";

/** The arguments of a call in the audit log. */
export interface AuditedArguments {
  /** SHA-256 of the arguments as JSON with sorted keys, in hexadecimal. */
  readonly sha256: string;
  /** The arguments themselves; only with `audit.arguments: "full"`, and unless they are too long. */
  readonly value?: unknown;
}

/** One tool call in the audit log. */
export interface AuditedCall extends Omit<CallActor, "name">, Omit<ToolCall, "input"> {
  readonly kind: "call";
  /** Of this record: a record that was written twice after a failure has the same one. */
  readonly record: string;
  readonly at: string;
  /** The id of the request, as in its trace. */
  readonly request: string;
  /** Where the call came in: a client dialect, or `mcp`. */
  readonly door: string;
  readonly arguments?: AuditedArguments | undefined;
}

/** A change of who may use what, an approval of what MCP servers offer, or a login of a user at one. */
export interface AuditedChange {
  readonly kind: "change";
  readonly record: string;
  readonly at: string;
  /** Where it was made: with the `admin` API, which Studio uses too, with the `command`, or on the page for logins (`connect`). */
  readonly door: "admin" | "command" | "connect";
  /** The organisation that is changed; undefined for approvals. */
  readonly organisation?: string | undefined;
  /** Who made it, as `organisation/name` if they belong to another organisation. */
  readonly key?: string | undefined;
  readonly user?: string | undefined;
  /** With the command: the account of the operating system that ran it. */
  readonly account?: string | undefined;
  /** What was to be changed, such as `{ "change": "create-key", "key": "ci" }`. It never holds a secret. */
  readonly change: Readonly<Record<string, unknown>>;
  readonly outcome: "ok" | "refused";
  /** The code of the error. */
  readonly refusal?: string | undefined;
}

/** Calls that could not be written, because the store was down for longer than the queue lasts. */
export interface LostCalls {
  readonly kind: "lost";
  readonly record: string;
  readonly at: string;
  readonly count: number;
}

/** A signature over everything before it. */
export interface AuditCheckpoint {
  readonly kind: "checkpoint";
  readonly at: string;
  /** The id of the key that signed it; undefined if the gateway has none. */
  readonly signer?: string | undefined;
  /** Ed25519, in base64url. */
  readonly signature?: string | undefined;
}

/** What a line of the audit log holds. */
export type AuditContent = AuditedCall | AuditedChange | LostCalls | AuditCheckpoint;

/** What happened, before it is written. */
export type AuditEvent = Omit<AuditedCall, "record"> | Omit<AuditedChange, "record">;

/** A line of the audit log: its content, its place, and the hash of the line before it. */
export type AuditRecord = AuditContent & {
  /** From 1, without gaps. */
  readonly sequence: number;
  /** SHA-256 of the line before, in hexadecimal; 64 zeros in the first line. */
  readonly previous: string;
};
