import { MemoryCounters, type Store } from "@toolcrib/store";
import { signerFromEnvironment } from "../audit/audit-keys.ts";
import { AuditLog, type AuditSettings } from "../audit/audit-log.ts";
import { CallControls } from "../call-control/call-controls.ts";
import type { ResolvedConfig } from "../config/resolve-config.ts";
import type { WriterHealth } from "../contracts/writer-health.ts";
import { ConfigError } from "../errors/config-error.ts";
import type { CallServices } from "../http/open-call.ts";
import { QuotaCounts, type QuotaCountsOptions } from "../quotas/quota-counts.ts";
import { Quotas } from "../quotas/quotas.ts";

export interface CallControlsFactoryOptions extends Pick<CallServices, "now" | "startTimer" | "reportProblem"> {
  readonly store: Store;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Makes what configs say about tool calls. The log and the counts outlive configs, so that a reload loses nothing. */
export class CallControlsFactory {
  readonly #options: CallControlsFactoryOptions;
  readonly #counters: QuotaCountsOptions["counters"];
  #audit: { settings: AuditSettings; readonly log: AuditLog } | undefined;
  #counts: QuotaCounts | undefined;

  constructor(options: CallControlsFactoryOptions) {
    this.#options = options;
    this.#counters = options.store.counters ?? new MemoryCounters(options.now);
  }

  for({ audit, quotas }: ResolvedConfig): CallControls | undefined {
    if (audit === undefined && quotas.length === 0) return undefined;
    const { now } = this.#options;
    return new CallControls({
      audit: audit === undefined ? undefined : { log: this.#openAudit(audit), arguments: audit.arguments },
      quotas: quotas.length === 0 ? undefined : new Quotas(quotas, this.#openCounts(), now),
      now,
    });
  }

  /** Undefined if no config has asked for it. */
  get auditLog(): AuditLog | undefined {
    return this.#audit?.log;
  }

  get now(): () => number {
    return this.#options.now;
  }

  get counters(): QuotaCountsOptions["counters"] {
    return this.#counters;
  }

  /** The public key of the one that signs checkpoints. */
  get publicKey(): string | undefined {
    return this.#audit?.settings.signer?.publicKey;
  }

  health(): readonly WriterHealth[] {
    return [this.#audit?.log, this.#counts].flatMap((writer) => writer?.health() ?? []);
  }

  async close(): Promise<void> {
    await Promise.all([this.#audit?.log.close(), this.#counts?.close()]);
  }

  #openAudit({ retentionDays, signingKeyEnv }: NonNullable<ResolvedConfig["audit"]>): AuditLog {
    const { store, environment, ...services } = this.#options;
    const settings: AuditSettings = { retentionDays, signer: signerFromEnvironment(environment, signingKeyEnv) };
    const { journal } = store;
    if (journal === undefined) throw new ConfigError("audit_without_journal", {});
    if (this.#audit === undefined) {
      const log = new AuditLog({ journal, ...services, settings: () => this.#audit?.settings ?? settings });
      this.#audit = { settings, log };
    } else this.#audit.settings = settings;
    return this.#audit.log;
  }

  #openCounts(): QuotaCounts {
    const { now, startTimer, reportProblem } = this.#options;
    this.#counts ??= new QuotaCounts({ counters: this.#counters, now, startTimer, reportProblem });
    return this.#counts;
  }
}
