import { createHash } from "node:crypto";
import type * as Code from "@toolcrib/code";
import type { OwnerTurns, Sandbox } from "@toolcrib/code";
import type { Tool } from "@toolcrib/core";
import { type StartTimer, startTimer as startHostTimer } from "@toolcrib/shared/timers";
import { CatalogueIndexes } from "../catalogue/catalogue-indexes.ts";
import { checkShape } from "../catalogue/check-shape.ts";
import type { AnswerRequest, ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { messagesDialectName, speaksMessages } from "../contracts/messages-dialect-name.ts";
import type { ToolsetServers } from "../contracts/toolset.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { isOwnContainer } from "../inner-form/container.ts";
import { prependEvent } from "../inner-form/prepend-event.ts";
import { programPartsOf } from "../inner-form/program-parts.ts";
import { collectMessage } from "../inner-form/whole-message.ts";
import { CallJournal } from "../memory/call-journal.ts";
import { HiddenTurns } from "../memory/hidden-turns.ts";
import { programMode } from "../route/program-mode.ts";
import { RequestBudget } from "../turn/request-budget.ts";
import { answerProgram } from "./answer-program.ts";
import type { Containers } from "./containers.ts";
import { failuresIn, maxFailures, withDirectCalls } from "./direct-calls.ts";
import { ForgottenContainers } from "./forgotten-containers.ts";
import { innerHistory, withResult } from "./inner-history.ts";
import { findPending } from "./pending-program.ts";
import { innerResult, shownResult } from "./program-blocks.ts";
import { ProgramEngine } from "./program-engine.ts";
import { readProgramRequest } from "./program-request.ts";
import { innerTools } from "./program-tool.ts";
import { openToolsets } from "./toolset-tools.ts";

/** What runs programs: the package, an engine, and where suspended programs are kept. */
export interface ProgramRuntime {
  readonly code: typeof Code;
  readonly sandbox: Sandbox;
  readonly containers: Containers;
  readonly turns: OwnerTurns;
}

/** Opens the runtime for a language, once; undefined if its engine is not installed. */
export type OpenProgramRuntime = (language: "javascript" | "python") => Promise<ProgramRuntime | undefined>;

/** What programs share with the rest of the gateway. */
export interface ProgramsOptions {
  readonly openRuntime: OpenProgramRuntime;
  /** Opens the MCP servers whose tools programs call. Without it, such requests are rejected. */
  readonly toolsetServers?: ToolsetServers | undefined;
  /** The indexes that searches inside programs use. Default: new ones. */
  readonly indexes?: CatalogueIndexes | undefined;
  /** Keeps the containers of programs for clients that do not send their ids back. Default: a new memory. */
  readonly hidden?: HiddenTurns | undefined;
  /** A monotonic clock, in milliseconds. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
  /** Starts timers. Default: those of the host. */
  readonly startTimer?: StartTimer | undefined;
}

/** Answers requests that let programs call tools, on any upstream. All other requests are left alone. */
export function withPrograms(answerRequest: AnswerRequest, options: ProgramsOptions): AnswerRequest {
  const { openRuntime, toolsetServers, startTimer = startHostTimer } = options;
  const { indexes = new CatalogueIndexes(), hidden = new HiddenTurns() } = options;
  const clock = options.clock ?? (() => performance.now());
  const toolsets = { toolsetServers, callJournal: new CallJournal(clock), clock };
  return async (request) => {
    const parts = programPartsOf(request.body);
    if (parts === undefined) return answerRequest(withoutOwnContainer(request));
    await request.admit?.();
    const { dialect } = request;
    const mode = programMode(request.route, dialect);
    if (mode === "direct") return answerDirectly(request, parts.entry, answerRequest);
    const runtime = mode === "upstream" ? undefined : await openRuntime(mode);
    if (mode === "upstream" || runtime === undefined) {
      const isMessages = dialect === messagesDialectName && speaksMessages(request.route.upstream);
      if (!isMessages && request.route.upstream.dialect !== dialect) throw notRun(request, parts.entry);
      if (mode !== "upstream") request.trace.warn("Programs were left to the upstream: no engine is installed.");
      // What the client sent, byte for byte: the inner form of other APIs is not their own.
      return answerRequest(isMessages ? request : { ...request, forwarding: "required" });
    }
    checkShape(request.body);
    const budget = new RequestBudget();
    const opened = await openToolsets(request, toolsets, budget);
    const program = readProgramRequest(opened.body, parts, request.policy, opened.callable, dialect);
    const { code, containers, turns } = runtime;
    const owner = ownerOf(request);
    const { container: _container, ...body } = opened.body;
    const keepsState = dialect === messagesDialectName && request.hidesPrograms !== true;
    const tools = await innerTools(body.tools ?? [], program, { language: mode, keepsState }, code);
    const inner: ClientRequest = {
      ...request,
      body: { ...body, tools } as MessagesBody,
      clientBody: undefined,
      forwarding: "impossible",
    };
    const direct = (): MessagesBody => withDirectCalls(request.body, parts.entry);
    if (request.kind === "count_tokens") {
      const isGivenUp = failuresIn(request.body.messages) >= maxFailures;
      return answerRequest({ ...inner, body: withFailedPrograms(isGivenUp ? direct() : inner.body) });
    }
    const sandbox = turns.sandboxOf(owner, runtime.sandbox);
    const engine = new ProgramEngine({ runtime: { code, sandbox }, program, request, indexes, budget, clock });
    const forgotten = new ForgottenContainers(hidden, request);
    const runs = { code, engine, containers, forgotten, program, budget, owner, startTimer };
    const services = { ...runs, language: mode, clock };
    const events = answerProgram(request, { ...services, answerRequest, inner, direct });
    if (request.body.stream !== true) return { kind: "whole", message: await collectMessage(events) };
    request.onOwnStream?.();
    // Wait for the first event: a failure before it can still be answered with an HTTP status.
    const first = await events.next();
    return { kind: "streamed", events: prependEvent(first, events) };
  };
}

/** Clients send the id of their last container with every request. No upstream knows it, and without programs it has no use. */
function withoutOwnContainer(request: ClientRequest): ClientRequest {
  const { container, ...body } = request.body;
  if (!isOwnContainer(container)) return request;
  return { ...request, body, clientBody: undefined, forwarding: "impossible" };
}

/** Answers a request on a route without programs. */
function answerDirectly(request: ClientRequest, entry: Tool, answerRequest: AnswerRequest): Promise<TurnAnswer> {
  checkShape(request.body);
  request.trace.warn("Programs are off on this route: the model calls the tools itself.");
  const body = withFailedPrograms(withDirectCalls(request.body, entry));
  return answerRequest({ ...request, body, clientBody: undefined, forwarding: "impossible" });
}

/** Without running them, programs that wait have no result; to the model they have failed. */
function withFailedPrograms(body: MessagesBody): MessagesBody {
  const pending = findPending(body.messages, { takesMessages: true });
  const messages = innerHistory(body.messages, pending);
  if (pending === undefined) return { ...body, messages };
  return { ...body, messages: withResult(messages, innerResult(shownResult(pending, { errorCode: "unavailable" }))) };
}

/** Other APIs have no such tool. */
function notRun({ dialect }: ClientRequest, { type }: Tool): GatewayError {
  const reason = "the upstream is not given programs, and the gateway has no engine for them";
  const field = dialect === messagesDialectName ? String(type) : "programmatic_tool_calling";
  return new GatewayError("unsupported_parameter", { field: `tools of type ${field}`, reason });
}

/** Suspended programs of one caller are no other caller's. */
function ownerOf({ callerScope, caller, credentials }: ClientRequest): string {
  if (callerScope !== undefined) return callerScope;
  return createHash("sha256")
    .update(JSON.stringify([caller, credentials.apiKey, credentials.authorization]))
    .digest("hex");
}
