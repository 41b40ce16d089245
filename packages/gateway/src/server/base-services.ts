import { randomUUID } from "node:crypto";
import { Redactor } from "@toolcrib/core/redaction";
import { startBackgroundTimer } from "@toolcrib/shared/timers";
import { clientDialects } from "../dialects/client-dialects.ts";
import type { CallServices } from "../http/open-call.ts";
import { RunningCalls } from "../http/running-calls.ts";
import { ServedDialects } from "../http/served-dialects.ts";
import { redactError } from "../redaction/redact-error.ts";
import type { GatewayOptions } from "./gateway.ts";

/** What needs neither the config nor the store. */
export interface BaseServices extends Omit<CallServices, "kept" | "storeWait"> {
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Clocks, timers, ids, reports and the dialects: those of the options, or the usual ones. */
export function createBaseServices(options: GatewayOptions): BaseServices {
  const redactor = new Redactor();
  const report = options.reportProblem ?? ((problem, error) => console.error(problem, error ?? ""));
  return {
    environment: options.environment ?? process.env,
    dialects: new ServedDialects([...clientDialects, ...(options.dialects ?? [])]),
    createRequestId: options.createRequestId ?? (() => `req_${randomUUID().replaceAll("-", "")}`),
    now: options.now ?? Date.now,
    clock: () => performance.now(),
    startTimer: options.startTimer ?? startBackgroundTimer,
    reportProblem: (problem, error) => {
      try {
        report(redactor.text(problem), redactError(error, redactor));
      } catch {
        // A broken reporter must not break a request.
      }
    },
    redactor,
    calls: new RunningCalls(),
  };
}
