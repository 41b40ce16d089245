import type { AnswerEvent } from "../../../../contracts/inner-form.ts";
import type { RawResponse } from "../../../../contracts/upstream.ts";
import { eventsOfMessage } from "../../../../inner-form/whole-message.ts";
import { readJson } from "../../../shared/http/read-body.ts";
import { UniqueCallIds } from "../../../shared/tools/unique-call-ids.ts";
import { readOpenAiError } from "../../shared/read-error.ts";
import type { AnswerContext } from "../upstream/answer/answer-context.ts";
import { readResponse } from "../upstream/answer/read-response.ts";
import { streamAnswer } from "../upstream/answer/stream-answer.ts";
import { createWireNames } from "../upstream/request/wire-names.ts";

/** Reads a forwarded answer for a stream that the gateway writes itself. */
export async function* readForwarded(
  response: RawResponse,
  now: number,
  generateId: () => string,
): AsyncGenerator<AnswerEvent, void, undefined> {
  if (response.status >= 400) throw await readOpenAiError(response, now);
  const context: AnswerContext = {
    upstreamName: "",
    model: "",
    names: createWireNames([]),
    callIds: new UniqueCallIds([]),
    keepsOriginals: true,
    generateId,
  };
  const isStream = (response.headers["content-type"] ?? "").startsWith("text/event-stream");
  if (isStream) yield* streamAnswer(response.body, context);
  else yield* eventsOfMessage(readResponse(await readJson(response), context));
}
