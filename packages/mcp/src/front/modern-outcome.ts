import { MissingRequiredClientCapabilityError, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { reasonOf } from "../errors/reason-of.ts";
import {
  type InputRequest,
  type InputRequired,
  isInputRequired,
  missingCapabilities,
  readInputRequests,
} from "../pool/input-required.ts";
import { modernErrors } from "../wire/protocol-era.ts";
import type { ServedCaller } from "./served-caller.ts";

type Result = Readonly<Record<string, unknown>>;

/** The 2025 error that asks the user to visit a page first. */
const urlElicitationRequired = -32_042;

/**
 * The outcome of a call, for a client since 2026; undefined while it is waiting. The server's questions are checked
 * against what the client can answer, and its state is marked as the server's.
 */
export async function toModernOutcome(
  next: () => Promise<Result | undefined>,
  caller: ServedCaller,
  markState: (state: string) => string,
): Promise<Record<string, unknown> | undefined> {
  let result: Result | undefined;
  try {
    result = await next();
  } catch (error) {
    const requests = pagesToVisit(error);
    if (requests === undefined) throw toModernError(error);
    return checked({ resultType: "input_required", inputRequests: requests }, caller, markState);
  }
  if (result === undefined || !isInputRequired(result)) return result;
  return checked(result, caller, markState);
}

/** A result that asks the client for input. */
export function inputRequiredResult(
  inputRequests: Readonly<Record<string, InputRequest>>,
  requestState: string | undefined,
): Record<string, unknown> {
  const hasRequests = Object.keys(inputRequests).length > 0;
  return {
    resultType: "input_required",
    ...(hasRequests ? { inputRequests } : {}),
    ...(requestState === undefined ? {} : { requestState }),
  };
}

function checked(
  result: InputRequired,
  { capabilities }: ServedCaller,
  markState: (state: string) => string,
): Record<string, unknown> {
  let requests: ReadonlyMap<string, InputRequest>;
  try {
    requests = readInputRequests(result);
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InternalError, `The server cannot be answered: ${reasonOf(error)}`);
  }
  for (const request of requests.values()) {
    const missing = missingCapabilities(request, capabilities);
    if (missing !== undefined) {
      const message = `The server asks for ${request.method}, which the client does not declare`;
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: missing }, message);
    }
  }
  const { requestState } = result;
  return inputRequiredResult(
    Object.fromEntries(requests),
    requestState === undefined ? undefined : markState(requestState),
  );
}

/** The pages that a 2025 server wants visited before the call is repeated. */
function pagesToVisit(error: unknown): Readonly<Record<string, InputRequest>> | undefined {
  if (!(error instanceof ProtocolError) || error.code !== urlElicitationRequired) return undefined;
  const { elicitations } = (error.data ?? {}) as { readonly elicitations?: unknown };
  if (!Array.isArray(elicitations) || elicitations.length === 0) return undefined;
  return Object.fromEntries(
    elicitations.map((elicitation: object, position) => {
      const { elicitationId: _id, ...params } = { elicitationId: undefined, ...elicitation };
      return [`page-${position + 1}`, { method: "elicitation/create", params: { ...params, mode: "url" } }];
    }),
  );
}

/** Reserved protocol codes would refer to this connection, which is wrong. */
function toModernError(error: unknown): unknown {
  if (!(error instanceof ProtocolError)) return error;
  const { code, message, data } = error;
  if (code > -32_020 || code < -32_099 || code === modernErrors.missingCapability) return error;
  return new ProtocolError(ProtocolErrorCode.InternalError, message, { code, ...(data === undefined ? {} : { data }) });
}
