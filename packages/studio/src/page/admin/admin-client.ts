import type {
  AccessChange,
  AccessOutcome,
  AdminApiAccess,
  AdminApiAudit,
  AdminApiAuditVerification,
  AdminApiCaller,
  AdminApiCatalogue,
  AdminApiConnections,
  AdminApiHealth,
  AdminApiLearnedHistory,
  AdminApiLearning,
  AdminApiLogins,
  AdminApiQuotas,
  AdminApiSavings,
  AdminApiSearchAnswer,
  AdminApiSearchRequest,
  AdminApiStep,
  AdminApiTraces,
  TraceRecord,
} from "@toolcrib/gateway";
import { encodePart } from "../parts/encode-part.ts";
import { readEvents } from "./read-events.ts";

/** An error of the admin API, with a message for people. */
export class AdminError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A live event from the gateway: a step of a running request, or the record of a finished one. */
export type AdminEvent =
  | ({ readonly type: "step" } & AdminApiStep)
  | { readonly type: "trace"; readonly trace: TraceRecord };

/** A login to end: one's own, or that of another user. */
export interface EndedLogin {
  readonly server: string;
  readonly user?: string;
  readonly organisation?: string | undefined;
}

/** The page's data source. */
export interface AdminClient {
  listTraces(options: { readonly limit: number; readonly before?: string }): Promise<AdminApiTraces>;
  readTrace(id: string): Promise<TraceRecord>;
  readonly readCatalogue: () => Promise<AdminApiCatalogue>;
  readonly readHealth: () => Promise<AdminApiHealth>;
  /** What deferral saved: in total, today, by hour and day, and by conversation. */
  readonly readSavings: () => Promise<AdminApiSavings>;
  /** Whether the gateway learns from calls, and for whom. */
  readonly readLearning: () => Promise<AdminApiLearning>;
  /** What it learned, for the first few for whom it learned something. */
  readonly readHistories: () => Promise<readonly AdminApiLearnedHistory[]>;
  /** Who uses the page. */
  readonly readCaller: () => Promise<AdminApiCaller>;
  /** Whether people can sign in instead of sending a key. */
  readonly readSignIn: () => Promise<boolean>;
  /** The organisations that the caller may manage. */
  readonly readAccess: () => Promise<AdminApiAccess>;
  changeAccess(change: AccessChange): Promise<AccessOutcome>;
  /** The tools that a key sees. */
  readVisible(organisation: string, key: string): Promise<AdminApiCatalogue>;
  /** Lines of the audit log. The fields are those of the admin API. */
  readonly readAudit: (query: Readonly<Record<string, string>>) => Promise<AdminApiAudit>;
  /** Verifies the part of the audit log after a line, with one more public key if there is one. */
  verifyAudit(after: string | undefined, publicKey: string): Promise<AdminApiAuditVerification>;
  readonly readQuotas: () => Promise<AdminApiQuotas>;
  /** The caller's own logins at MCP servers. */
  readonly readConnections: () => Promise<AdminApiConnections>;
  /** Who is connected where: the first few thousand. */
  readonly readLogins: () => Promise<AdminApiLogins["logins"]>;
  /** Ends a login at a server: one's own, or that of another user. */
  endLogin(login: EndedLogin): Promise<void>;
  search(question: AdminApiSearchRequest, signal: AbortSignal): Promise<AdminApiSearchAnswer>;
  /** Live events, starting with the steps of requests that are already running; ends with the connection. */
  watchEvents(signal: AbortSignal, onOpen: () => void): AsyncIterable<AdminEvent>;
}

export interface AdminClientOptions {
  /** For example `/admin`. */
  readonly baseUrl: string;
  /** The key for a gateway that requires one; read before each call. */
  readonly key: () => string | undefined;
  readonly fetch: typeof fetch;
}

const maxHistories = 10;
const maxConversations = 500;
const maxLoginPages = 20;

/** A client for the gateway's admin API. Keys are sent in a header, so that no URL contains one. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  return {
    listTraces: async ({ limit, before }) => {
      const from = before === undefined ? "" : `&before=${encodePart(before)}`;
      return (await getJson(`/traces?limit=${limit}${from}`)) as AdminApiTraces;
    },
    readTrace: async (id) => (await getJson(`/traces/${encodePart(id)}`)) as TraceRecord,
    readCatalogue: async () => (await getJson("/catalogue")) as AdminApiCatalogue,
    readHealth: async () => (await getJson("/health")) as AdminApiHealth,
    readSavings: async () => (await getJson(`/savings?limit=${maxConversations}`)) as AdminApiSavings,
    readLearning,
    readHistories: async () => {
      const learned = (await readLearning()).histories.filter(({ tools }) => tools > 0).slice(0, maxHistories);
      const paths = learned.map(({ tenant }) => `/learning/history?tenant=${encodePart(tenant)}`);
      return (await Promise.all(paths.map(getJson))) as AdminApiLearnedHistory[];
    },
    readCaller: async () => (await getJson("/me")) as AdminApiCaller,
    readSignIn: async () => {
      try {
        const response = await options.fetch("/auth/options");
        return ((await response.json()) as { readonly signIn?: unknown }).signIn === true;
      } catch {
        return false;
      }
    },
    readAccess: async () => (await getJson("/access")) as AdminApiAccess,
    changeAccess: async (change) => (await postJson("/access", change)) as AccessOutcome,
    readVisible: async (organisation, key) => {
      const query = new URLSearchParams({ organisation, key });
      return (await getJson(`/access/visible?${query}`)) as AdminApiCatalogue;
    },
    readAudit: async (query) => (await getJson(`/audit?${new URLSearchParams(query)}`)) as AdminApiAudit,
    verifyAudit: async (after, publicKey) => {
      const query = new URLSearchParams({
        ...(after !== undefined && { after }),
        ...(publicKey !== "" && { publicKey }),
      });
      return (await getJson(`/audit/verification?${query}`)) as AdminApiAuditVerification;
    },
    readQuotas: async () => (await getJson("/quotas")) as AdminApiQuotas,
    readConnections: async () => (await getJson("/connections")) as AdminApiConnections,
    readLogins: async () => {
      const logins: AdminApiLogins["logins"][number][] = [];
      for (let page = 0, after: string | null = ""; page < maxLoginPages && after !== null; page++) {
        const query: string = after === "" ? "" : `?after=${encodePart(after)}`;
        const read = (await getJson(`/logins${query}`)) as AdminApiLogins;
        logins.push(...read.logins);
        after = read.next;
      }
      return logins;
    },
    endLogin: async ({ server, user, organisation }) => {
      const query = new URLSearchParams({ ...(user !== undefined && { user }), ...(organisation && { organisation }) });
      await call(`/connections/${encodePart(server)}?${query}`, { method: "DELETE" });
    },
    search: async (question, signal) => (await postJson("/search", question, signal)) as AdminApiSearchAnswer,
    watchEvents: async function* (signal, onOpen) {
      const response = await call("/events", { signal, headers: { accept: "text/event-stream" } });
      if (response.body === null) return;
      onOpen();
      for await (const { event, data } of readEvents(response.body)) {
        if (event === "trace") yield { type: "trace", trace: JSON.parse(data) as TraceRecord };
        if (event === "step") yield { type: "step", ...(JSON.parse(data) as AdminApiStep) };
      }
    },
  };

  async function readLearning(): Promise<AdminApiLearning> {
    return (await getJson("/learning")) as AdminApiLearning;
  }

  async function getJson(path: string): Promise<unknown> {
    const response = await call(path, {});
    return response.json();
  }

  async function postJson(path: string, value: object, signal?: AbortSignal): Promise<unknown> {
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", body: JSON.stringify(value), headers, ...(signal !== undefined && { signal }) };
    return (await call(path, init)).json();
  }

  async function call(path: string, init: RequestInit): Promise<Response> {
    const key = options.key();
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set("toolcrib-key", key);
    const response = await options.fetch(options.baseUrl + path, { ...init, headers });
    if (!response.ok) throw new AdminError(response.status, await problemOf(response));
    return response;
  }
}

async function problemOf(response: Response): Promise<string> {
  try {
    const body = (await response.json()) as { readonly error?: { readonly message?: unknown } };
    if (typeof body.error?.message === "string") return body.error.message;
  } catch {
    // Not the gateway's envelope: use the status.
  }
  return `The gateway answered ${response.status}.`;
}
