import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import type { AnswerEvent, AnswerMessage } from "../contracts/inner-form.ts";
import type { TraceRecorder } from "../contracts/trace.ts";
import type { DialectUnderTest } from "./dialect-under-test.ts";
import { parseQuestion, questionModel, questionText, receivedFrom } from "./parse-question.ts";
import { sampleEvents, sampleMessage } from "./sample-answer.ts";

const unknownField = { future_field: { depth: [1, null, "é"] } };
const unknownBlock = { type: "hologram", depth: 3 };

/** Where requests and answers have the inner form, nothing is lost on the way: not even unknown fields. */
export function messagesApiChecks(underTest: DialectUnderTest): readonly Check[] {
  const { dialect } = underTest;
  const written = underTest.writeQuestion({ model: questionModel, text: questionText, stream: false });
  const request = parseQuestion(underTest, { stream: true });
  const streamed = (): string => {
    const writer = dialect.createStreamEncoder(request);
    return sampleEvents.map((event) => writer.encode(event)).join("");
  };
  return [
    {
      title: "keeps unknown fields and blocks of a request",
      run: () => {
        const body = JSON.parse(written.body) as { readonly messages: readonly object[] };
        const messages = [...body.messages, { role: "user", content: [unknownBlock], ...unknownField }];
        const sent = { ...body, messages, ...unknownField };
        const parsed = dialect.createParser()(receivedFrom({ ...written, body: JSON.stringify(sent) }));
        assert.deepEqual(parsed.body, sent);
      },
    },
    {
      title: "keeps unknown fields, blocks and events of an answer",
      run: () => {
        const message = { ...sampleMessage, content: [unknownBlock], ...unknownField } as unknown as AnswerMessage;
        assert.deepEqual(JSON.parse(JSON.stringify(dialect.encodeAnswer(message, request))), message);
        const event = { type: "hologram_delta", ...unknownField } as unknown as AnswerEvent;
        const text = dialect.createStreamEncoder(request).encode(event);
        assert.ok(text.includes(JSON.stringify(event)), "expected the whole event");
      },
    },
    {
      title: "reads the events that it writes",
      run: async () => {
        const events: AnswerEvent[] = [];
        const response = { status: 200, headers: { "content-type": "text/event-stream" }, body: inPieces(streamed()) };
        for await (const event of dialect.readAnswer(response, 0)) events.push(event);
        assert.deepEqual(events, sampleEvents);
      },
    },
    {
      title: "sees whether a stream that passes was cut off",
      run: async () => {
        const observe = () => dialect.observeForwarded({ "content-type": "text/event-stream" }, quietRecorder);
        const [whole, cut] = [observe(), observe()];
        for await (const piece of inPieces(streamed())) whole.see(piece);
        const bytes = Buffer.from(streamed());
        cut.see(bytes.subarray(0, bytes.length / 2));
        for (const observer of [whole, cut]) observer.end();
        assert.deepEqual([whole.isEventStream, whole.isCutOff, cut.isCutOff], [true, false, true]);
      },
    },
  ];
}

async function* inPieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
}

const nothing = (): void => {};
const quietRecorder: TraceRecorder = {
  id: "req_1",
  capturesContent: false,
  note: nothing,
  search: nothing,
  toolCall: nothing,
  program: nothing,
  skill: nothing,
  repairs: nothing,
  upstreamCall: nothing,
  runningCall: () => nothing,
  warn: nothing,
  flow: nothing,
};
