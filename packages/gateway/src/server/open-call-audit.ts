import { randomUUID } from "node:crypto";
import { Redactor } from "@toolcrib/core/redaction";
import { startBackgroundTimer } from "@toolcrib/shared/timers";
import { openStore } from "@toolcrib/store";
import type { GatewayConfig } from "../config/gateway-config.ts";
import { resolveConfig } from "../config/resolve-config.ts";
import type { CallControl } from "../contracts/call-control.ts";
import type { ReportProblem } from "../contracts/report-problem.ts";
import { accountName } from "../identity/account-name.ts";
import { configSecrets } from "../redaction/config-secrets.ts";
import { CallControlsFactory } from "./call-controls-factory.ts";

export interface CallAuditOptions {
  /** Where calls come in, for the log. */
  readonly door: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Texts that the log must not hold, besides the secrets of the config. */
  readonly secrets: readonly string[];
  readonly reportProblem: ReportProblem;
}

/** The audit log of a program without a gateway and without keys. */
export interface CallAudit {
  readonly control: CallControl;
  /** Writes the lines that are still in memory. */
  close(): Promise<void>;
}

/** Opens the audit log of a config in its store, which must not be in memory. Undefined if the config has none. */
export async function openCallAudit(config: GatewayConfig, options: CallAuditOptions): Promise<CallAudit | undefined> {
  const resolved = resolveConfig(config);
  if (resolved.audit === undefined) return undefined;
  const { door, environment, secrets, reportProblem } = options;
  const [now, startTimer] = [Date.now, startBackgroundTimer];
  const store = await openStore(config.store ?? "memory", { now, startTimer, reportProblem });
  const factory = new CallControlsFactory({ store, environment, now, startTimer, reportProblem });
  const redactor = new Redactor();
  redactor.learn([...configSecrets(config, environment), ...secrets]);
  // All calls of the process are one session.
  const session = `session_${randomUUID().replaceAll("-", "")}`;
  const controls = factory.for({ ...resolved, quotas: [] });
  return {
    control: controls?.of({ door, account: accountName(), id: () => session, redactor }) as CallControl,
    close: async () => {
      await factory.close();
      await store.close();
    },
  };
}
