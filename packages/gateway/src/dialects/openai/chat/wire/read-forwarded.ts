import type { AnswerEvent } from "../../../../contracts/inner-form.ts";
import type { RawResponse } from "../../../../contracts/upstream.ts";
import { createToolNames } from "../../../shared/tools/tool-names.ts";
import { UniqueCallIds } from "../../../shared/tools/unique-call-ids.ts";
import { readOpenAiError } from "../../shared/read-error.ts";
import { toAnswerEvents } from "./stream-answer.ts";

/** Reads the answer to a forwarded request, for a stream that the gateway has begun to write itself. */
export async function* readAnswer(response: RawResponse, now: number): AsyncGenerator<AnswerEvent> {
  if (response.status >= 400) throw await readOpenAiError(response, now);
  yield* toAnswerEvents(response.body, {
    upstreamName: "",
    model: undefined,
    names: createToolNames(),
    callIds: new UniqueCallIds([]),
    generateId: () => crypto.randomUUID().replaceAll("-", ""),
  });
}
