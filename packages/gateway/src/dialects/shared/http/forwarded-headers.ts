import { type HasHeader, headerList } from "../../../outgoing/header-list.ts";
import { isReservedHeader } from "../../../outgoing/reserved-headers.ts";

/** Headers that every upstream gets: the form of the message, the program, its session and the trace. None of them chooses an account. */
const isForEveryUpstream = headerList([
  "accept",
  "accept-encoding",
  "accept-language",
  "anthropic-beta",
  "anthropic-dangerous-direct-browser-access",
  "anthropic-version",
  "content-type",
  "conversation-id",
  "conversation_id",
  "idempotency-key",
  "openai-beta",
  "originator",
  "session-id",
  "session_id",
  "thread-id",
  "traceparent",
  "tracestate",
  "user-agent",
  "version",
  "x-app",
  "x-claude-code-*",
  "x-client-request-id",
  "x-codex-*",
  "x-conversation-id",
  "x-correlation-id",
  "x-openai-internal-codex-*",
  "x-openai-subagent",
  "x-opencode-*",
  "x-request-id",
  "x-session-affinity",
  "x-session-id",
  "x-stainless-*",
  "x-thread-id",
]);
/** Headers that may choose an organisation, a project or a user, of the account whose key the client sends. */
const isForOwnAccount = headerList([
  "anthropic-*",
  "api-key",
  "chatgpt-*",
  "openai-*",
  "x-anthropic-*",
  "x-claude-*",
  "x-goog-api-key",
  "x-oai-*",
  "x-openai-*",
  "x-responsesapi-*",
  "x-user-id",
]);
const credentials: ReadonlySet<string> = new Set(["x-api-key", "authorization"]);
const otherCredentials: ReadonlySet<string> = new Set(["api-key", "x-goog-api-key"]);
/** Clients choose the names: they must not fill the log. */
const maxReports = 64;

export interface ForwardedHeadersOptions {
  /** Whether the gateway has its own key, which replaces the client's. */
  readonly hasKey: boolean;
  /** Whether the URL has a login, which is sent unless the client sends a bearer token. */
  readonly hasLogin: boolean;
  /** Headers that the config adds, in lower case. */
  readonly addedHeaders: Readonly<Record<string, string>>;
  /** What the config passes on besides. */
  readonly isAllowed: HasHeader;
  /** Called once per name with a header that is left out. */
  readonly onOmission: (name: string) => void;
}

type Headers = Readonly<Record<string, string>>;

/** Returns the function that picks what is passed on of a client's headers. Which ones depends on whose account is used. */
export function createForwardedHeaders(options: ForwardedHeadersOptions): (headers: Headers) => Record<string, string> {
  const { hasKey, hasLogin, addedHeaders, isAllowed, onOmission } = options;
  const isOperatorsAccount = hasKey || Object.keys(addedHeaders).some(isCredential);
  const reported = new Set<string>();
  const report = (name: string): void => {
    // Every program built on `fetch` sends those of browsers.
    if (name.startsWith("sec-") || reported.size >= maxReports || reported.has(name)) return;
    reported.add(name);
    onOmission(name);
  };
  return (headers) => {
    const named = namedByConnection(headers["connection"]);
    const isOwnAccount =
      !isOperatorsAccount &&
      !(hasLogin && headers["authorization"] === undefined) &&
      Object.keys(headers).some(isCredential);
    const kept: Record<string, string> = {};
    for (const name in headers) {
      if (isReservedHeader(name) || named?.has(name) === true) continue;
      const isPassedOn = credentials.has(name)
        ? !hasKey
        : isForEveryUpstream(name) || (isOwnAccount && isForOwnAccount(name)) || isAllowed(name);
      if (isPassedOn) kept[name] = headers[name] as string;
      else if (!credentials.has(name)) report(name);
    }
    return kept;
  };
}

/** The headers of a client that a config passes on by name. */
export function namedHeaders(headers: Headers = {}, isAllowed: HasHeader): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isAllowed(name) && !isReservedHeader(name)));
}

/** The additional headers that a `connection` header lists as hop-by-hop; nearly always undefined. */
export function namedByConnection(connection: string | undefined): ReadonlySet<string> | undefined {
  if (connection === undefined || connection === "keep-alive" || connection === "close") return undefined;
  return new Set(connection.split(",").map((name) => name.trim().toLowerCase()));
}

function isCredential(name: string): boolean {
  return credentials.has(name) || otherCredentials.has(name);
}
