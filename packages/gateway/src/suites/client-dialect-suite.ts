import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import type { ParsedRequest } from "../contracts/client-dialect.ts";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import { dialectRequestChecks } from "./dialect-request-checks.ts";
import type { DialectUnderTest } from "./dialect-under-test.ts";
import { frozenCopy } from "./freeze.ts";
import { messagesApiChecks } from "./messages-api-checks.ts";
import { nothingKept, parseQuestion } from "./parse-question.ts";
import {
  answerText,
  sampleError,
  sampleEvents,
  sampleMessage,
  sampleRequestId,
  wholeBlockEvents,
} from "./sample-answer.ts";

/** What every dialect of clients does. The checks send questions and read answers with the client that is given with the dialect. */
export function clientDialectSuite(underTest: DialectUnderTest): readonly Check[] {
  const { dialect } = underTest;
  const request = (stream: boolean): ParsedRequest => frozenCopy(parseQuestion(underTest, { stream }));
  const encoder = () => dialect.createStreamEncoder(request(true));
  const encoded = (events: readonly AnswerEvent[]): string => {
    const writer = encoder();
    return events.map((event) => writer.encode(frozenCopy(event))).join("");
  };
  const isWhole = (stream: string) =>
    assert.deepEqual(underTest.readStream(stream), { text: answerText, isComplete: true });
  return [
    ...dialectRequestChecks(underTest),
    {
      title: "writes a whole answer that a client reads",
      run: () => {
        const body = dialect.encodeAnswer(frozenCopy(sampleMessage), request(false));
        assert.equal(underTest.readAnswer(JSON.parse(JSON.stringify(body)) as object), answerText);
      },
    },
    { title: "streams the same answer, piece by piece", run: () => isWhole(encoded(sampleEvents)) },
    { title: "streams a block that comes whole with its first event", run: () => isWhole(encoded(wholeBlockEvents)) },
    {
      title: "ends a complete stream, and no other, with its end mark",
      run: () => {
        assert.ok(encoded(sampleEvents.slice(-1)).includes(dialect.endMark), "expected the end mark in the last event");
        assert.ok(dialect.endMark !== "", "expected an end mark");
        assert.equal(underTest.readStream(encoded(sampleEvents.slice(0, -1))).isComplete, false);
      },
    },
    {
      title: "keeps a stream readable with a ping anywhere in it",
      run: () => {
        const writer = encoder();
        assert.ok(writer.ping() !== "", "expected a ping that keeps a connection alive");
        isWhole(sampleEvents.map((event) => writer.ping() + writer.encode(event)).join("") + writer.ping());
      },
    },
    {
      title: "puts another model's name into a stream and changes nothing else, wherever it is split",
      run: async () => {
        if (dialect.renameStream === undefined) return;
        const stream = encoded(sampleEvents);
        for (const length of [1, 50, stream.length * 4]) {
          const pieces: Uint8Array[] = [];
          for await (const piece of dialect.renameStream(inPieces(stream, length), "alias")) pieces.push(piece);
          const renamed = Buffer.concat(pieces).toString("utf8");
          assert.equal(renamed, stream.replaceAll(/"model": ?"[^"]*"/g, '"model":"alias"'));
        }
      },
    },
    {
      title: "keeps two streams apart",
      run: () => {
        const [first, second] = [encoder(), encoder()];
        const written = sampleEvents.map((event) => [first.encode(event), second.encode(event)] as const);
        isWhole(written.map(([text]) => text).join(""));
        isWhole(written.map(([, text]) => text).join(""));
      },
    },
    {
      title: "ends a stream that failed with the error's message and the request's id",
      run: () => {
        const writer = encoder();
        const begun = sampleEvents.slice(0, 4).map((event) => writer.encode(event));
        const written = begun.join("") + writer.error(frozenCopy(sampleError), sampleRequestId);
        const { isComplete, error } = underTest.readStream(written);
        assert.deepEqual({ isComplete, error }, { isComplete: false, error: sampleError.error.message });
        assert.ok(written.includes(sampleRequestId), "expected the request's id");
      },
    },
    {
      title: "writes an error with its message and the request's id",
      run: () => {
        const texts = textsIn(dialect.encodeError(frozenCopy(sampleError), sampleRequestId));
        assert.ok(texts.includes(sampleError.error.message), "expected the message");
        assert.ok(texts.includes(sampleRequestId), "expected the request's id");
      },
    },
    {
      title: "writes a count of tokens",
      run: () => assert.ok(JSON.stringify(dialect.encodeCount(48_151)).includes("48151"), "expected the count"),
    },
    {
      title: "lists models in their order, one and none",
      run: () => {
        const models = frozenCopy([{ id: "model-b", context: 5 }, { id: "model-a" }]);
        const listed = textsIn(dialect.encodeModels(models)).filter((text) => text.startsWith("model-"));
        assert.deepEqual([...new Set(listed)], ["model-b", "model-a"]);
        assert.ok(textsIn(dialect.encodeModel({ id: "model-a" })).includes("model-a"), "expected the model's id");
        assert.equal(typeof dialect.encodeModels([]), "object");
      },
    },
    {
      title: "answers with an error for what it has not kept",
      run: () => {
        for (const { path, answer } of dialect.keptEndpoints ?? []) {
          const parameters = path.split("/").filter((segment) => segment.startsWith(":"));
          assert.deepEqual(parameters, [":id"]);
          assert.throws(() => answer("unknown", nothingKept, {}));
        }
      },
    },
    ...(underTest.isMessagesApi === true ? messagesApiChecks(underTest) : []),
  ];
}

/** Every text in a value that was written as JSON. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === "string") texts.push(inner);
    return inner;
  });
  return texts;
}

async function* inPieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}
