import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type {
  AdminApiAccess,
  AdminApiAudit,
  AdminApiAuditVerification,
  AdminApiCaller,
  AdminApiCatalogue,
  AdminApiHealth,
  AdminApiLogins,
  AdminApiQuotas,
  AdminApiSavings,
  SavingsSummary,
  TraceRecord,
} from "@toolcrib/gateway";
import { studioPages } from "../../src/index.ts";
import { noSavings } from "./make-trace.ts";

export interface RecordedGateway {
  readonly url: string;
  /** Sends a new record to every page that is open. */
  add(trace: TraceRecord): void;
  close(): Promise<void>;
}

export interface RecordedAnswers {
  readonly traces: readonly TraceRecord[];
  readonly catalogue?: AdminApiCatalogue;
  readonly health?: AdminApiHealth;
  readonly savings?: AdminApiSavings;
  readonly access?: AdminApiAccess;
  readonly audit?: AdminApiAudit;
  readonly verification?: AdminApiAuditVerification;
  readonly quotas?: AdminApiQuotas;
  readonly logins?: AdminApiLogins;
  /** The built page. Default: the one that the package brings. */
  readonly pageFolder?: string;
  /** Asks for this key. */
  readonly key?: string;
}

/** The studio with an admin API that answers from memory: for what a real gateway could not show within a test, such as ten thousand records. */
export async function startRecordedGateway(answers: RecordedAnswers): Promise<RecordedGateway> {
  const findPage = studioPages({ folder: answers.pageFolder });
  const traces = [...answers.traces];
  const listeners = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://loopback");
    if (url.pathname.startsWith("/studio")) {
      const page = findPage(url.pathname.replace(/^\/studio/, ""));
      response.writeHead(page === undefined ? 404 : 200, { "content-type": page?.type ?? "text/plain" });
      response.end(page?.body);
      return;
    }
    if (answers.key !== undefined && request.headers["toolcrib-key"] !== answers.key) {
      sendJson(response, { type: "error", error: { type: "authentication_error", message: "No key was sent." } }, 401);
      return;
    }
    if (url.pathname === "/admin/events") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("event: ready\ndata: {}\n\n");
      listeners.add(response);
      response.on("close", () => listeners.delete(response));
      return;
    }
    if (url.pathname === "/admin/traces") {
      const limit = Number(url.searchParams.get("limit") ?? 50);
      const before = url.searchParams.get("before");
      const start = before === null ? 0 : traces.findIndex(({ id }) => id === before) + 1;
      const page = traces.slice(start, start + limit);
      const hasMore = start + limit < traces.length;
      sendJson(response, { traces: page, next: hasMore ? page.at(-1)?.id : null });
      return;
    }
    if (url.pathname === "/admin/me") {
      const { audit, logins } = answers;
      return sendJson(response, { ...anybody, hasAudit: audit !== undefined, hasLogins: logins !== undefined });
    }
    if (url.pathname === "/admin/audit" && answers.audit) return sendJson(response, answers.audit);
    if (url.pathname === "/admin/audit/verification") return sendJson(response, answers.verification);
    if (url.pathname === "/admin/quotas" && answers.quotas) return sendJson(response, answers.quotas);
    if (url.pathname === "/admin/logins" && answers.logins) return sendJson(response, answers.logins);
    if (url.pathname === "/admin/access") return sendJson(response, answers.access ?? { organisations: [] });
    if (url.pathname === "/admin/catalogue") return sendJson(response, answers.catalogue ?? { tools: [] });
    if (url.pathname === "/admin/learning") return sendJson(response, { isOn: false, histories: [] });
    if (url.pathname === "/admin/savings") return sendJson(response, answers.savings ?? emptySavings);
    if (url.pathname === "/admin/health") return sendJson(response, answers.health ?? emptyHealth);
    sendJson(response, { type: "error", error: { type: "not_found_error", message: "Not found." } }, 404);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (trace) => {
      traces.unshift(trace);
      for (const listener of listeners) listener.write(`event: trace\ndata: ${JSON.stringify(trace)}\n\n`);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const anybody: AdminApiCaller = {
  name: undefined,
  organisation: undefined,
  teams: [],
  user: undefined,
  key: undefined,
  role: "operator",
  needsKeys: false,
  hasAudit: false,
  hasQuotas: false,
  hasLogins: false,
};

export const emptyHealth: AdminApiHealth = {
  status: "ok",
  startedAt: "2026-11-15T10:00:00.000Z",
  requestsRunning: 0,
  capturesContent: false,
  upstreams: [],
  servers: [],
  writers: [],
};

export const emptySummary: SavingsSummary = {
  requests: 0,
  conversations: 0,
  savings: noSavings,
  cache: { readShare: 0, keptCalls: 0, brokenCalls: 0 },
  searches: { total: 0, misses: 0 },
};

export const emptySavings: AdminApiSavings = {
  since: "2026-11-15T10:00:00.000Z",
  prices: { asOf: "2026-10-16", source: "built-in" },
  total: emptySummary,
  today: { ...emptySummary, date: "2026-11-15" },
  hours: [],
  days: [],
  upstreams: [],
  conversations: [],
};

function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}
