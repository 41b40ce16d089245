import { createHash } from "node:crypto";
import type * as Code from "@toolcrib/code";
import type { Sandbox } from "@toolcrib/code";
import type { Tool } from "@toolcrib/core";
import { checkShape } from "../catalogue/check-shape.ts";
import type { AnswerRequest, ClientRequest } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { messagesDialectName, speaksMessages } from "../contracts/messages-dialect-name.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { prependEvent } from "../inner-form/prepend-event.ts";
import { programPartsOf } from "../inner-form/program-parts.ts";
import { collectMessage } from "../inner-form/whole-message.ts";
import { answerProgram } from "./answer-program.ts";
import type { Containers } from "./containers.ts";
import { ProgramEngine } from "./program-engine.ts";
import { readProgramRequest } from "./program-request.ts";
import { innerTools } from "./program-tool.ts";

/** What runs programs: the package, an engine, and where suspended programs are kept. */
export interface ProgramRuntime {
  readonly code: typeof Code;
  readonly sandbox: Sandbox;
  readonly containers: Containers;
}

/** Opens the runtime for a language, once; undefined if its engine is not installed. */
export type OpenProgramRuntime = (language: "javascript" | "python") => Promise<ProgramRuntime | undefined>;

/** Answers requests that let programs call tools, on any upstream. All other requests are left alone. */
export function withPrograms(answerRequest: AnswerRequest, openRuntime: OpenProgramRuntime): AnswerRequest {
  return async (request) => {
    const parts = isAsked(request) ? programPartsOf(request.body) : undefined;
    if (parts === undefined) return answerRequest(request);
    const language = languageOf(request);
    const runtime = language === undefined ? undefined : await openRuntime(language);
    if (language === undefined || runtime === undefined) {
      if (!speaksMessages(request.route.upstream)) throw notRun(parts.entry);
      if (language !== undefined) request.trace.warn("Programs were left to the upstream: no engine is installed.");
      return answerRequest(request);
    }
    checkShape(request.body);
    const program = readProgramRequest(request.body, parts, request.policy);
    const { code, sandbox, containers } = runtime;
    const { container: _container, ...body } = request.body;
    const tools = innerTools(body.tools ?? [], program, language, code);
    const inner: ClientRequest = {
      ...request,
      body: { ...body, tools } as MessagesBody,
      clientBody: undefined,
      forwarding: "impossible",
    };
    const engine = new ProgramEngine(sandbox, code, program, request.policy, request.signal);
    const events = answerProgram(request, { answerRequest, engine, containers, owner: ownerOf(request), inner });
    if (request.body.stream !== true) return { kind: "whole", message: await collectMessage(events) };
    request.onOwnStream?.();
    // Wait for the first event: a failure before it can still be answered with an HTTP status.
    const first = await events.next();
    return { kind: "streamed", events: prependEvent(first, events) };
  };
}

const isAsked = ({ kind, dialect }: ClientRequest): boolean => kind === "messages" && dialect === messagesDialectName;

/** Anthropic's own API runs programs itself. */
function languageOf({ route }: ClientRequest): "javascript" | "python" | undefined {
  if (route.programs === "upstream") return undefined;
  if (route.programs !== "auto") return route.programs;
  return /^https:\/\/api\.anthropic\.com(?:[:/]|$)/.test(route.upstream.baseUrl ?? "") ? undefined : "javascript";
}

/** Other APIs have no such tool. */
function notRun({ type }: Tool): GatewayError {
  const reason = "the upstream cannot run programs, and the gateway has no engine for them";
  return new GatewayError("unsupported_parameter", { field: `tools of type ${String(type)}`, reason });
}

/** Suspended programs of one caller are no other caller's. */
function ownerOf({ caller, credentials }: ClientRequest): string {
  return createHash("sha256")
    .update(JSON.stringify([caller, credentials.apiKey, credentials.authorization]))
    .digest("hex");
}
