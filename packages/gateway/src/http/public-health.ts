import type { WriterHealth } from "../contracts/writer-health.ts";

/** The public health check, `GET /healthz`. A failing log writer is not an error here, because requests are still answered. */
export function publicHealth(writers: readonly WriterHealth[]): {
  readonly status: "ok" | "degraded";
  readonly notWritten?: readonly string[];
} {
  const broken = writers.filter(({ state }) => state !== "ok");
  if (broken.length === 0) return { status: "ok" };
  return { status: "degraded", notWritten: [...new Set(broken.map(({ name }) => name))] };
}
