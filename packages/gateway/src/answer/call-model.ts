import type { AnswerEvent } from "../contracts/inner-form.ts";
import type { UpstreamCall } from "../contracts/upstream.ts";
import type { Inside } from "./inside.ts";
import type { Turn } from "./turn.ts";
import type { VisibleAnswer } from "./visible-answer.ts";
import { eventsOfMessage } from "./whole-message.ts";
import type { WrittenRequest } from "./write-request.ts";

/** Calls the model once, streaming as the client asked, and leaves a record of it. */
export async function* callModel(
  turn: Turn,
  { body, betas }: WrittenRequest,
  visible: VisibleAnswer,
  { now }: Inside,
): AsyncGenerator<AnswerEvent> {
  const { request, model } = turn;
  const { upstream } = request.route;
  const retries: string[] = [];
  const call: UpstreamCall = {
    body,
    betas,
    apiVersion: request.apiVersion,
    credentials: request.credentials,
    signal: request.signal,
    onRetry: (reason) => retries.push(reason),
  };
  const startedAt = now();
  let firstEventAt: number | undefined;
  let status = 200;
  try {
    const events =
      body.stream === true ? await upstream.doStream(call) : eventsOfMessage(await upstream.doGenerate(call));
    for await (const event of events) {
      firstEventAt ??= now();
      yield event;
    }
  } catch (error) {
    status = (error as { readonly status?: number }).status ?? 500;
    throw error;
  } finally {
    const usage = visible.usageOfRound;
    request.trace.upstreamCall({
      upstream: upstream.name,
      model,
      status,
      ...(usage === undefined ? {} : { usage }),
      milliseconds: now() - startedAt,
      ...(firstEventAt === undefined ? {} : { firstEventMilliseconds: firstEventAt - startedAt }),
      retries,
    });
  }
}
