import type { Redactor } from "@toolcrib/core/redaction";
import { canonicalJson } from "@toolcrib/shared/json";
import type { AuditLog } from "../audit/audit-log.ts";
import type { AuditedArguments, AuditedChange } from "../contracts/audit.ts";
import type { CallActor, CallControl, ToolCall } from "../contracts/call-control.ts";
import { sha256 } from "../hash/sha256.ts";
import { type Quotas, quotaError } from "../quotas/quotas.ts";

/** How much of a call's arguments the audit log holds. */
type AuditArguments = "none" | "hash" | "full";

/** What a config says about tool calls. */
export interface CallControlsOptions {
  readonly audit: { readonly log: AuditLog; readonly arguments: AuditArguments } | undefined;
  readonly quotas: Quotas | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Whose calls are controlled, and where they come in. */
export interface ControlledRequest extends CallActor {
  readonly door: string;
  /** The id of the request, as in its trace. */
  readonly id: () => string;
  readonly model?: string | undefined;
  readonly redactor: Redactor;
}

/** Longer ones are kept as a hash alone. */
const maxArgumentsLength = 65_536;
const maxNameLength = 300;

/** Counts and audits the tool calls of all requests under one config. */
export class CallControls {
  readonly #options: CallControlsOptions;

  constructor(options: CallControlsOptions) {
    this.#options = options;
  }

  get quotas(): Quotas | undefined {
    return this.#options.quotas;
  }

  /** The control of one request's calls. */
  of(request: ControlledRequest): CallControl {
    return {
      admit: (tool) => this.#admit(tool, request),
      record: (call) => {
        const at = new Date(this.#options.now()).toISOString();
        // Hashing takes time that the client need not wait for.
        setImmediate(() => this.#record(call, request, at));
      },
    };
  }

  /** Writes a change of access to the audit log, later. */
  recordChange(change: Omit<AuditedChange, "kind" | "record" | "at">): void {
    const at = new Date(this.#options.now()).toISOString();
    this.#options.audit?.log.add({ kind: "change", at, ...withoutUndefined(change) });
  }

  async #admit(
    { server, tool }: Pick<ToolCall, "server" | "tool">,
    { name, organisation, teams, model }: ControlledRequest,
  ): Promise<string | undefined> {
    const tools = server === undefined ? [tool] : [tool, `mcp__${server}__${tool}`];
    const usedUp = await this.#options.quotas?.admitCall({ name, organisation, teams, model, tools });
    return usedUp === undefined ? undefined : `${tool} was not called. ${quotaError(usedUp).summary}`;
  }

  #record({ input, tool, server, ...call }: ToolCall, request: ControlledRequest, at: string): void {
    const { audit } = this.#options;
    if (audit === undefined) return;
    const { key, user, organisation, teams, account, door, id, redactor } = request;
    const shown = (text: string): string => redactor.text(text).slice(0, maxNameLength);
    audit.log.add({
      kind: "call",
      at,
      request: id(),
      door,
      ...withoutUndefined({ organisation, key, user, teams: teams?.length === 0 ? undefined : teams, account }),
      ...(server === undefined ? {} : { server: shown(server) }),
      tool: shown(tool),
      ...withoutUndefined(call),
      ...(audit.arguments === "none" ? {} : { arguments: auditedArguments(input, audit.arguments, redactor) }),
    });
  }
}

function auditedArguments(input: unknown, amount: "hash" | "full", redactor: Redactor): AuditedArguments {
  const text = textOf(input);
  const hash = { sha256: sha256(text, "hex") };
  return amount === "full" && text.length <= maxArgumentsLength ? { ...hash, value: redactor.value(input) } : hash;
}

function textOf(input: unknown): string {
  try {
    return canonicalJson(input ?? {});
  } catch {
    return "";
  }
}

function withoutUndefined<Part extends object>(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part;
}
