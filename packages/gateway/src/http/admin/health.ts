import { shownUrl } from "@toolcrib/core/redaction";
import type { WriterHealth } from "../../contracts/writer-health.ts";
import type { AdminApiHealth } from "./admin-api.ts";
import type { AdminOptions } from "./create-admin-app.ts";

/** What anybody may know: `GET /healthz`. It is not an error that something is not written: requests are answered. */
export function publicHealth(writers: readonly WriterHealth[]): {
  readonly status: AdminApiHealth["status"];
  readonly notWritten?: readonly string[];
} {
  const broken = writers.filter(({ state }) => state !== "ok");
  if (broken.length === 0) return { status: "ok" };
  return { status: "degraded", notWritten: [...new Set(broken.map(({ name }) => name))] };
}

/** `GET /admin/health`. */
export async function adminHealth(options: Omit<AdminOptions, "memory" | "startTimer">): Promise<AdminApiHealth> {
  const { config, upstreams } = options.currentState();
  const writers = options.writers();
  return {
    status: publicHealth(writers).status,
    startedAt: options.startedAt,
    requestsRunning: options.admission.count,
    capturesContent: config.trace.captureContent,
    upstreams: [...upstreams.values()].map(({ name, dialect, baseUrl }) => ({
      name,
      dialect,
      url: baseUrl === undefined ? null : shownUrl(baseUrl),
      ...options.upstreamHealth.get(name),
      refused: options.refusals.report({ name }),
    })),
    servers: (await options.sources.servers?.()) ?? [],
    writers,
  };
}
