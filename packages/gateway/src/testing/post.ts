import type { AnswerEvent, AnswerMessage } from "../contracts/inner-form.ts";
import { assembleMessage, orderProblems } from "../suites/answer-events.ts";

/** What came back for a request. */
export interface PostedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The message, also when it was streamed; the error's envelope where there is one. */
  readonly message: AnswerMessage & { readonly error?: { readonly type: string; readonly message: string } };
  readonly events: readonly AnswerEvent[];
  /** What is wrong with the order of the events. */
  readonly problems: readonly string[];
}

/** Posts a request to a Messages API as a client does, and reads the answer whole or as a stream. */
export async function postMessages(
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<PostedAnswer> {
  const response = await fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": "client-key",
      "anthropic-version": "2023-06-01",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const { status } = response;
  if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
    return { status, headers: response.headers, message: JSON.parse(text) as never, events: [], problems: [] };
  }
  const events = readEvents(text);
  return {
    status,
    headers: response.headers,
    message: assembleMessage(events),
    events,
    problems: orderProblems(events),
  };
}

/** Reads a stream's text. The name of each event must be its type: the SDKs skip it otherwise. */
export function readEvents(text: string): AnswerEvent[] {
  return text
    .split("\n\n")
    .filter((record) => record.trim() !== "")
    .map((record) => {
      const [, name, data] = /^event: (\S+)\ndata: (.*)$/s.exec(record) ?? [];
      const event = JSON.parse(data ?? "null") as AnswerEvent | null;
      if (event?.type !== name) throw new Error(`An event is not readable: ${record}`);
      return event as AnswerEvent;
    });
}
