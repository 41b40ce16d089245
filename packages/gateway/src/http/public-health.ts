import type { WriterHealth } from "../contracts/writer-health.ts";

/** What anybody may know: `GET /healthz`. It is not an error that something is not written: requests are answered. */
export function publicHealth(writers: readonly WriterHealth[]): {
  readonly status: "ok" | "degraded";
  readonly notWritten?: readonly string[];
} {
  const broken = writers.filter(({ state }) => state !== "ok");
  if (broken.length === 0) return { status: "ok" };
  return { status: "degraded", notWritten: [...new Set(broken.map(({ name }) => name))] };
}
