import { randomUUID } from "node:crypto";
import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import { startBackgroundTimer, type Timer } from "@toolcrib/shared/timers";
import { definitionHash } from "../lists/definition-hash.ts";
import type { CallOptions } from "../pool/call-options.ts";
import type { Resumption } from "../pool/input-required.ts";
import { questionMilliseconds } from "./caller-channel.ts";
import { inputRequiredResult, toModernOutcome } from "./modern-outcome.ts";
import { PausableCall } from "./pausable-call.ts";
import type { ServedCaller } from "./served-caller.ts";

/** A request of a client since 2026. */
export interface ModernRequest {
  readonly context: ServerContext;
  readonly caller: ServedCaller;
  readonly connection: unknown;
  /** Identifies the request: the answers to a question come with the same key. */
  readonly key: readonly unknown[];
}

interface Paused {
  readonly call: PausableCall;
  readonly owner: string;
  readonly timer: Timer;
}

type Result = Readonly<Record<string, unknown>>;

const maxPaused = 1_000;

/**
 * Prefixes of the state that a client carries: the state of the server behind, or the number of a call that waits here.
 */
const ofServer = "s:";
const ofPause = "p:";

/**
 * Handles requests of clients since 2026, which cannot be asked anything while they wait: a server's question is the
 * response, and the client repeats its request. The state of a server since 2026 travels with the client, so that any
 * front of that server can continue the request. A call of an older server waits here.
 */
export class RoundTrips {
  readonly #paused = new Map<string, Paused>();

  async answer(
    request: ModernRequest,
    run: (options: CallOptions) => Promise<Result>,
  ): Promise<Record<string, unknown>> {
    const { context, caller } = request;
    const { inputResponses } = context.mcpReq;
    const state: unknown = context.mcpReq.requestState();
    if (typeof state === "string" && state.startsWith(ofPause)) {
      const call = this.#take(state.slice(ofPause.length), request);
      call.answer(inputResponses ?? {});
      return this.#continue(call, request);
    }
    if (state !== undefined && (typeof state !== "string" || !state.startsWith(ofServer))) throw invalidState();
    const resumption: Resumption = {
      ...(inputResponses === undefined ? {} : { inputResponses }),
      ...(state === undefined ? {} : { requestState: state.slice(ofServer.length) }),
    };
    const { connection } = request;
    return this.#continue(new PausableCall({ context, caller, connection, resumption }, run), request);
  }

  /** Ends the waiting calls. */
  close(): void {
    for (const { call, timer } of this.#paused.values()) {
      timer.stop();
      call.end(new Error("the front is closed"));
    }
    this.#paused.clear();
  }

  async #continue(call: PausableCall, request: ModernRequest): Promise<Record<string, unknown>> {
    const { context, caller } = request;
    const outcome = await toModernOutcome(
      () => call.next(context),
      caller,
      (state) => `${ofServer}${state}`,
    );
    return outcome ?? this.#pause(call, request);
  }

  #pause(call: PausableCall, request: ModernRequest): Record<string, unknown> {
    if (this.#paused.size >= maxPaused) {
      call.end(new Error("too many calls wait for an answer"));
      throw new ProtocolError(ProtocolErrorCode.InternalError, "Too many calls wait for an answer");
    }
    const id = randomUUID();
    const timer = startBackgroundTimer(questionMilliseconds, () => {
      this.#paused.delete(id);
      call.end(new Error("the question was not answered in time"));
    });
    this.#paused.set(id, { call, owner: ownerOf(request), timer });
    return inputRequiredResult(call.inputRequests, `${ofPause}${id}`);
  }

  #take(id: string, request: ModernRequest): PausableCall {
    const paused = this.#paused.get(id);
    if (paused?.owner !== ownerOf(request)) throw invalidState();
    this.#paused.delete(id);
    paused.timer.stop();
    return paused.call;
  }
}

function invalidState(): ProtocolError {
  const data = { reason: "invalid_request_state" };
  return new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState", data);
}

/** Identifies the caller and the request: no other caller or request can continue the call. */
function ownerOf({ context, caller, key }: ModernRequest): string {
  const { req, authInfo } = context.http ?? {};
  const credentials = [authInfo?.clientId, req?.headers.get("authorization"), req?.headers.get("x-api-key")];
  return definitionHash([caller.name, credentials, key]);
}
