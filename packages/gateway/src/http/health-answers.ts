import type { WriterHealth } from "../contracts/writer-health.ts";

/** An answer to a health check. */
export interface HealthAnswer {
  readonly status: 200 | 404 | 503;
  readonly body: { readonly status: string; readonly notWritten?: readonly string[] };
}

/** By path. */
export interface HealthAnswers {
  readonly "/healthz": HealthAnswer;
  readonly "/readyz": HealthAnswer;
}

interface HealthFacts {
  /** The state of what is written in the background. */
  readonly writers: readonly WriterHealth[];
  /** Whether the gateway is about to stop. */
  readonly isDraining: boolean;
}

/** What health checks get. A failing log writer is not an error here, because requests are still answered. */
export function healthAnswers({ writers, isDraining }: HealthFacts): HealthAnswers {
  const status = writersStatus(writers);
  const notWritten = [...new Set(writers.filter(isBroken).map(({ name }) => name))];
  return {
    "/healthz": { status: 200, body: status === "ok" ? { status } : { status, notWritten } },
    "/readyz": isDraining ? { status: 503, body: { status: "draining" } } : { status: 200, body: { status: "ready" } },
  };
}

/** Whether everything that is written in the background is written. */
export function writersStatus(writers: readonly WriterHealth[]): "ok" | "degraded" {
  return writers.some(isBroken) ? "degraded" : "ok";
}

const isBroken = ({ state }: WriterHealth): boolean => state !== "ok";
