import type { AnswerRequest, ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import type { MessagesBody } from "../contracts/inner-form.ts";
import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { prependEvent } from "../inner-form/prepend-event.ts";
import { collectMessage, eventsOfMessage } from "../inner-form/whole-message.ts";
import type { HiddenTurns } from "../memory/hidden-turns.ts";
import type { OpenProgramRuntime } from "../programs/with-programs.ts";
import { HiddenPrograms, type RestoredConversation } from "./hidden-programs.ts";
import { hidePrograms } from "./hide-programs.ts";
import { toolsWithPrograms } from "./injected-tools.ts";

export interface InjectedProgramsOptions {
  readonly openRuntime: OpenProgramRuntime;
  readonly hidden: HiddenTurns;
  /** Whether the gateway runs the MCP servers of requests, so that programs can call their tools. */
  readonly runsToolsets: boolean;
}

/**
 * Lets the model write programs in conversations of clients that do not know about them. Such a client runs the calls of a program as
 * if the model had made them. What it did not see is put back into its later requests, so that the model reads the same bytes again;
 * if that is lost, the calls count as the model's own.
 */
export function withInjectedPrograms(
  answerRequest: AnswerRequest,
  { openRuntime, hidden, runsToolsets }: InjectedProgramsOptions,
): AnswerRequest {
  return async (request) => {
    const { injectPrograms, programs, serverSearch } = request.route;
    if (!injectPrograms || programs === "direct" || programs === "upstream") return answerRequest(request);
    // Such routes leave toolsets to the upstream.
    const tools = toolsWithPrograms(request, { runsToolsets: runsToolsets && serverSearch !== "upstream" });
    if (tools === undefined) return answerRequest(request);
    const language = programs === "python" ? "python" : "javascript";
    if ((await openRuntime(language)) === undefined) {
      request.trace.warn("Programs were not injected: no engine is installed.");
      return answerRequest(request);
    }
    const conversation = new HiddenPrograms(hidden, request);
    await Promise.all([request.admit?.(), conversation.load()]);
    const ask = ({ messages, container }: RestoredConversation): Promise<TurnAnswer> => {
      const body = { ...request.body, tools, messages, ...(container !== undefined && { container }) } as MessagesBody;
      const route = { ...request.route, programs: language } as const;
      return answerRequest({ ...request, body, route, dialect: messagesDialectName, hidesPrograms: true });
    };
    let answer: TurnAnswer;
    const restored = conversation.restore();
    try {
      answer = await ask(restored);
    } catch (error) {
      if (restored.container === undefined || !isLost(error)) throw error;
      request.trace.warn("A program of this conversation was lost; its calls count as the model's own.");
      conversation.forgetWaiting();
      answer = await ask(conversation.restore());
    }
    return hideAnswer(answer, request, conversation);
  };
}

async function hideAnswer(
  answer: TurnAnswer,
  { body }: ClientRequest,
  conversation: HiddenPrograms,
): Promise<TurnAnswer> {
  if (answer.kind !== "whole" && answer.kind !== "streamed") return answer;
  const given = answer.kind === "whole" ? toAsync(eventsOfMessage(answer.message)) : answer.events;
  const events = hidePrograms(given, (made) => conversation.remember(made));
  if (body.stream !== true) return { kind: "whole", message: await collectMessage(events) };
  return { kind: "streamed", events: prependEvent(await events.next(), events) };
}

async function* toAsync<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items;
}

/** The container expired, or belongs to a key of an earlier process. */
function isLost(error: unknown): boolean {
  return error instanceof GatewayError && error.code === "invalid_body" && error.details["field"] === "container";
}
