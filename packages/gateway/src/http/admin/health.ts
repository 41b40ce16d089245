import { shownUrl } from "@toolcrib/core/redaction";
import { writersStatus } from "../health-answers.ts";
import type { AdminApiHealth } from "./admin-api.ts";
import type { AdminOptions } from "./create-admin-app.ts";

/** `GET /admin/health`. */
export async function adminHealth(options: Omit<AdminOptions, "memory" | "startTimer">): Promise<AdminApiHealth> {
  const { config, upstreams } = options.currentState();
  const writers = options.writers();
  return {
    status: writersStatus(writers),
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
