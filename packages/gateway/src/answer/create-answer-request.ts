import { isFeatureRefusal, Refusals } from "@toolcrib/core";
import { isToolcribError } from "@toolcrib/search";
import { type CapabilityEntry, defaultCapabilities } from "../capabilities/capability-table.ts";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import type { AnswerRequest, ClientRequest, TurnAnswer } from "../contracts/turn.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { UpstreamError } from "../errors/upstream-error.ts";
import { type CreateIdSuffix, createIdSuffix } from "./call-ids.ts";
import { countTokens } from "./count-tokens.ts";
import { createEngineMemories } from "./engine-memories.ts";
import { forward } from "./forward.ts";
import type { Inside } from "./inside.ts";
import { passThrough } from "./pass-through.ts";
import { planTurn } from "./plan-turn.ts";
import { runTurn } from "./run-turn.ts";
import type { Turn } from "./turn.ts";
import { collectMessage } from "./whole-message.ts";
import { writeRequest } from "./write-request.ts";

/** How requests are answered. Everything has a default. */
export interface AnswerRequestOptions {
  /** What is known about upstreams and models; asked before the built-in table. */
  readonly capabilities?: readonly CapabilityEntry[] | undefined;
  /** Milliseconds, for the trace and for how long refusals are remembered. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
  /** Makes the part of call ids that tells them apart. Default: random. */
  readonly createIdSuffix?: CreateIdSuffix | undefined;
}

/** Everything between a request that was read and its answer. */
export function createAnswerRequest(options: AnswerRequestOptions = {}): AnswerRequest {
  const now = options.now ?? (() => performance.now());
  const inside: Inside = {
    capabilities: [...(options.capabilities ?? []), ...defaultCapabilities],
    refusals: new Refusals({ now }),
    memories: createEngineMemories(),
    createIdSuffix: options.createIdSuffix ?? createIdSuffix,
    now,
  };
  return async (request) => {
    try {
      return await answerWithoutRefusal(request, inside);
    } catch (error) {
      throw inTheApisWords(error);
    }
  };
}

/** A refused feature is remembered for a while, and the request goes again without it (E2.5). */
async function answerWithoutRefusal(request: ClientRequest, inside: Inside): Promise<TurnAnswer> {
  const plan = planTurn(request, inside);
  const { turn } = plan;
  if (turn === undefined) return await passThrough(request, plan.catalogue, inside);
  try {
    return await answerTurn(turn, inside);
  } catch (error) {
    if (turn.loader.name !== "native" || !(error instanceof UpstreamError)) throw error;
    if (!isFeatureRefusal(error.status, error.message)) throw error;
    inside.refusals.note(turn.choice.upstream, turn.model, error.status, error.message);
    request.trace.warn(`The upstream refused tool search; the request goes again without it: ${error.message}`);
    return await answerWithoutRefusal(request, inside);
  }
}

async function answerTurn(turn: Turn, inside: Inside): Promise<TurnAnswer> {
  const { request } = turn;
  const written = writeRequest(turn, turn.conversation);
  noteTurn(turn, written);
  if (written.isUntouched) {
    const forwarded = await forward(request, turn.loader.name === "native");
    if (forwarded !== undefined) return forwarded;
  }
  if (request.kind === "count_tokens") return await countTokens(turn, written);
  const events = runTurn(turn, inside);
  if (request.body.stream !== true) return { kind: "whole", message: await collectMessage(events) };
  // What fails before the first event is an answer with a status, so the first event is waited for.
  const first = await events.next();
  return { kind: "streamed", events: resume(first, events) };
}

async function* resume(
  first: IteratorResult<AnswerEvent>,
  rest: AsyncGenerator<AnswerEvent>,
): AsyncGenerator<AnswerEvent> {
  try {
    if (first.done !== true) yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** What stands in the trace about a turn before the model is called. */
function noteTurn(turn: Turn, { loaded, body }: ReturnType<typeof writeRequest>): void {
  const { trace } = turn.request;
  const { prepared } = loaded;
  const decision = prepared.trace.find((entry) => entry.step === "deferral-decision");
  trace.note({
    execution: turn.execution,
    gate: { isOn: prepared.gate.isOn, reason: prepared.gate.reason },
    loader: turn.loader.name,
    loaderReason: turn.choice.reason,
    tools: {
      received: turn.catalogue.tools.length,
      eager: decision?.eager ?? 0,
      deferred: decision?.deferred ?? 0,
      sent: body.tools?.length ?? 0,
      found: prepared.found,
    },
  });
  trace.repairs(prepared.trace.flatMap((entry) => (entry.step === "repair" ? entry.repairs : [])));
}

/** Mistakes in a request that the engine found are the client's to put right. */
function inTheApisWords(error: unknown): unknown {
  if (!isToolcribError(error) || error instanceof GatewayError) return error;
  return new GatewayError("invalid_body", { field: "request", problem: error.message }, { cause: error });
}
