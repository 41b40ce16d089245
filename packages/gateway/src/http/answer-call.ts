import { nextTurn } from "@toolcrib/shared/timers";
import type { Ticket } from "../admission/admission.ts";
import { maxBytesAtOnce } from "../body/body-parser.ts";
import { modelOf } from "../body/model-field.ts";
import type { KnownUpstream } from "../contracts/client-dialect.ts";
import type { ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import { clientIds } from "../conversation/client-scope.ts";
import { bodySecrets } from "../redaction/request-secrets.ts";
import { knownUpstream } from "../route/known-upstream.ts";
import { conversationId } from "../trace/conversation-id.ts";
import { type Caller, checkOrigin, identifyCaller, isOpen } from "./access.ts";
import { callerScope, credentialsOf } from "./caller-scope.ts";
import { userOf } from "./caller-user.ts";
import { checkLengths } from "./check-lengths.ts";
import { Admissions, actorOf, controlRequest } from "./control-request.ts";
import { answerInTime } from "./early-stream.ts";
import { holdsGatewayKey, withoutKeysInQuery } from "./gateway-keys.ts";
import type { ConfiguredState } from "./gateway-state.ts";
import type { HttpAnswer } from "./http-answer.ts";
import { type CallServices, OpenCall } from "./open-call.ts";
import { refuseKeysForServers } from "./refuse-keys-for-servers.ts";
import type { RequestAbort } from "./request-abort.ts";
import type { ServedEndpoint } from "./served-dialects.ts";
import { turnAnswer } from "./turn-answer.ts";

/** A call of an endpoint, independent of the transport. */
export interface ClientCall {
  readonly endpoint: ServedEndpoint;
  /** With its query. */
  readonly path: string;
  /** Aborted when the client disconnects or the time limit is reached. */
  readonly abort: RequestAbort;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Admits the request, or throws. Uploads in progress count as running requests, because they take memory. */
  readonly admit: (caller: Caller) => Ticket;
  /** Receives the body. Nothing of it is read before. */
  readonly receive: (caller: Caller, ticket: Ticket) => Promise<ReceivedCall>;
}

/** What came over the wire. */
export interface ReceivedCall {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** In the pieces that it came in. */
  readonly body: readonly Buffer[];
}

function isLarge({ body }: ReceivedCall): boolean {
  let bytes = 0;
  for (const { length } of body) bytes += length;
  return bytes > maxBytesAtOnce;
}

/** Answers one call. Never throws: an error is an answer. */
export async function answerCall(
  call: ClientCall,
  state: ConfiguredState,
  services: CallServices,
): Promise<HttpAnswer> {
  const { abort, headers } = call;
  const { dialect, kind } = call.endpoint;
  let caller: Caller;
  let ticket: Ticket | undefined;
  let received: ReceivedCall;
  try {
    checkOrigin(headers, state);
    caller = await identifyCaller(headers, state);
    ticket = call.admit(caller);
    received = await call.receive(caller, ticket);
    // Large bodies that arrive together are parsed one a turn, so that other callers wait for one of them at most.
    if (isLarge(received)) await nextTurn();
  } catch (error) {
    return new OpenCall({ dialect, kind, headers, abort, state, services, ticket }).fail(error);
  }
  // Opened when the body is complete: a slow upload must not count as the gateway's time.
  const open = new OpenCall({ dialect, kind, headers, abort, state, services, ticket });
  try {
    const request = await readRequest(call, { caller, received, state, open, hold: ticket.hold });
    await request.pause?.();
    const answering = untilAborted(state.answerRequest(request), abort);
    const isStreamed = kind === "messages" && request.body.stream === true;
    return await (isStreamed ? answerInTime(answering, open) : turnAnswer(await answering, open));
  } catch (error) {
    return open.fail(error);
  }
}

interface ReadableRequest {
  readonly caller: Caller;
  readonly received: ReceivedCall;
  readonly state: ConfiguredState;
  readonly open: OpenCall;
  readonly hold: Ticket["hold"];
}

async function readRequest(
  { endpoint, path, abort }: ClientCall,
  { caller, received, state, open, hold }: ReadableRequest,
): Promise<ClientRequest> {
  const { trace, redactor } = open;
  const { body: bytes } = received;
  const headers = clientHeaders(received.headers, caller, state);
  const { config, findRoute, capabilities, policies, skills, learning } = state;
  const { dialect, kind } = endpoint;
  const later = (work: () => void): void => trace.later(work);
  const scope = callerScope(caller, dialect);
  const kept = open.services.kept.of(scope);
  const upstreamOf = (model: string): KnownUpstream =>
    knownUpstream(findRoute(model), { model, dialect: dialect.name }, capabilities);
  const hasKey = caller.id !== undefined;
  const request = { kind, headers, body: bytes, limits: config.limits, kept, hasKey, later, hold, upstreamOf };
  const actor = actorOf(caller);
  const admissions = new Admissions(open, actor);
  const parsed = await kept.whenLoaded(
    () => endpoint.parse(request),
    // The store is read for it anyway: with the counts of its quotas, it is still one read.
    () => void admissions.admit(modelOf(bytes)),
  );
  const { body, betas, apiVersion, session, rejection, forwarding, keptTokens } = parsed;
  checkLengths(body);
  if (hasKey) refuseKeysForServers(body, state);
  open.parsedRequest = parsed;
  open.kept = kept;
  for (const path of parsed.omitted ?? []) trace.warn(`${path} is left out: other models do not have it.`);
  redactor.learn(bodySecrets(body));
  const found = findRoute(body.model);
  // A client that asks for a search gets one, whatever the route says.
  const route = parsed.searchable === undefined ? found : { ...found, inject: "always" as const };
  trace.note(() => ({
    client: headers["user-agent"],
    ...(caller.name !== undefined && { key: caller.name }),
    conversation: conversationId(body.messages, [caller.name ?? "", ...clientIds({ raw: received, body, session })]),
    model: body.model,
    isStreaming: body.stream === true,
    tools: { received: body.tools?.length ?? 0, eager: 0, deferred: 0, sent: body.tools?.length ?? 0, found: [] },
  }));
  const control = controlRequest(open, { ...actor, door: dialect.name }, body, admissions);
  return {
    kind,
    body,
    clientBody: route.upstream.dialect === dialect.name ? parsed.clientBody : undefined,
    rejection,
    forwarding,
    keptTokens,
    session,
    searchable: parsed.searchable,
    aliases: parsed.aliases,
    raw: {
      method: "POST",
      path: caller.id === undefined ? path : withoutKeysInQuery(path, state),
      headers,
      body: bytes,
      get signal() {
        return abort.signal;
      },
      onAbort: abort.onAbort,
    },
    dialect: dialect.name,
    renameStream: dialect.renameStream,
    isNoted: kind === "messages" && dialect.keptEndpoints !== undefined,
    betas,
    apiVersion,
    credentials: credentialsOf(caller, dialect),
    caller: caller.name,
    callerScope: scope,
    user: userOf(caller.principal),
    route,
    policy: policies.forRequest(caller.principal, route.settings, clientName(headers["user-agent"])),
    ...control,
    untilWritten: open.untilWritten,
    maxDeferredTools: config.limits.deferredTools,
    maxTools: config.limits.tools,
    skills,
    learning: learning?.forCaller(caller),
    withoutDeferralShare: config.withoutDeferralShare,
    get signal() {
      return abort.signal;
    },
    trace,
    pause: isLarge(received) ? nextTurn : undefined,
    onOwnStream: () => {
      open.isOwnStream = true;
    },
    onUpstreamHeaders: (headers) => {
      open.rateLimits = redactor.value(dialect.rateLimitHeaders(headers));
    },
  };
}

/** The client's headers without any key of this gateway, which must not be forwarded. */
export function clientHeaders(
  headers: Readonly<Record<string, string>>,
  { credentials }: Caller,
  state: ConfiguredState,
): Readonly<Record<string, string>> {
  if (isOpen(state)) return headers;
  const kept: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name] as string;
    const isKept =
      name === "x-api-key"
        ? credentials.apiKey !== undefined
        : name === "authorization"
          ? credentials.authorization !== undefined
          : name !== "toolcrib-key" && !holdsGatewayKey(value, state);
    if (isKept) kept[name] = value;
  }
  return kept;
}

/** The first product in the user agent: `claude-cli` in `claude-cli/2.1 (external, cli)`. */
function clientName(userAgent = ""): string {
  return userAgent.split(/[/\s]/, 1)[0] ?? "";
}

/** The answer or the abort reason, whichever comes first: nothing can keep a request beyond its time limit. */
function untilAborted(answer: Promise<TurnAnswer>, { onAbort }: RequestAbort): Promise<TurnAnswer> {
  return new Promise((resolve, reject) => {
    onAbort(reject);
    answer.then(resolve, reject);
  });
}
