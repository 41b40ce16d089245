import assert from "node:assert/strict";
import type { Check } from "@toolcrib/shared/suites";
import type { DialectUnderTest } from "./dialect-under-test.ts";
import { parseQuestion, questionModel, questionText, receivedFrom } from "./parse-question.ts";

const privateHeaders = {
  "set-cookie": "session=1",
  authorization: "Bearer key",
  "x-api-key": "key",
  "content-length": "5",
  "content-encoding": "gzip",
  "transfer-encoding": "chunked",
  connection: "close",
};

/** What a dialect does with requests, and what it says of itself. */
export function dialectRequestChecks(underTest: DialectUnderTest): readonly Check[] {
  const { dialect } = underTest;
  const question = underTest.writeQuestion({ model: questionModel, text: questionText, stream: false });
  return [
    {
      title: "is of specification v1, with a name and an endpoint for messages",
      run: () => {
        assert.equal(dialect.specificationVersion, "v1");
        assert.ok(dialect.name !== "", "expected a name");
        assert.ok(
          dialect.endpoints.some(({ kind }) => kind === "messages"),
          "expected an endpoint for messages",
        );
        const paths = dialect.endpoints.map(({ path }) => path);
        assert.equal(new Set(paths).size, paths.length, "expected each path once");
        for (const path of [...paths, ...dialect.notServed.keys()]) assert.match(path, /^\/[^\s?#]*$/);
        for (const path of paths) assert.ok(!dialect.notServed.has(path), `expected ${path} to be served or not`);
      },
    },
    {
      title: "recognises its own clients, and not everybody",
      run: () => {
        assert.equal(dialect.recognises(question.headers), true);
        assert.equal(dialect.recognises({}), false);
      },
    },
    {
      title: "reads a question into the inner form",
      run: () => {
        for (const stream of [false, true]) {
          const { body, betas, apiVersion } = parseQuestion(underTest, { stream });
          assert.equal(body.model, questionModel);
          assert.equal(body.stream ?? false, stream);
          const last = body.messages.at(-1);
          assert.equal(last?.role, "user");
          const content = typeof last.content === "string" ? [last.content] : last.content.flatMap(Object.values);
          assert.ok(content.includes(questionText), "expected the question in the last message");
          assert.ok(Array.isArray(betas) && typeof apiVersion === "string", "expected beta names and a version");
        }
      },
    },
    {
      title: "reads the same from pieces of any size",
      run: () => {
        const whole = parseQuestion(underTest, { stream: true });
        for (const pieceLength of [1, 7]) {
          assert.deepEqual(parseQuestion(underTest, { stream: true, pieceLength }), whole);
        }
      },
    },
    {
      title: "reads the same whatever it has read before",
      run: () => {
        const parse = dialect.createParser();
        const fresh = [true, false, true].map((stream) => parseQuestion(underTest, { stream }));
        const again = [true, false, true].map((stream) => parseQuestion(underTest, { stream, parse }));
        assert.deepEqual(again, fresh);
      },
    },
    {
      title: "refuses a body that is no request, and reads the next one",
      run: () => {
        const parse = dialect.createParser();
        for (const body of ["", question.body.slice(0, Math.ceil(question.body.length / 2))]) {
          // A status below 500 says that the mistake is the client's.
          assert.throws(
            () => parse(receivedFrom({ ...question, body })),
            (error) => error instanceof Error && "status" in error && error.status === 400,
          );
        }
        assert.equal(parse(receivedFrom(question)).body.model, questionModel);
      },
    },
    {
      title: "passes on no header of an upstream but those for pacing",
      run: () => assert.deepEqual(dialect.rateLimitHeaders(privateHeaders), {}),
    },
  ];
}
