import type { ParsedRequest, ParseRequest, ReceivedRequest } from "../contracts/client-dialect.ts";
import type { DialectUnderTest, WrittenQuestion } from "./dialect-under-test.ts";

export const questionText = 'Is it "on"? é 漢 🦜';
export const questionModel = "some-model";

export const nothingKept: ReceivedRequest["kept"] = {
  get: () => undefined,
  set: () => {},
  delete: () => {},
  isTaken: () => false,
};

/** A question as the gateway receives it, in pieces of any size: they may end inside a character. */
export function receivedFrom({ headers, body }: WrittenQuestion, pieceLength = 65_536): ReceivedRequest {
  const bytes = Buffer.from(body);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceLength) pieces.push(bytes.subarray(at, at + pieceLength));
  return {
    kind: "messages",
    headers,
    body: pieces,
    limits: { bodyBytes: 33_554_432, tools: 100, deferredTools: 100 },
    kept: nothingKept,
    later: (work) => work(),
  };
}

/** Parses the question that the client of a dialect writes. */
export function parseQuestion(
  underTest: DialectUnderTest,
  {
    stream,
    pieceLength,
    parse = underTest.dialect.createParser(),
  }: {
    readonly stream: boolean;
    readonly pieceLength?: number | undefined;
    readonly parse?: ParseRequest | undefined;
  },
): ParsedRequest {
  return parse(
    receivedFrom(underTest.writeQuestion({ model: questionModel, text: questionText, stream }), pieceLength),
  );
}
