import { describe, expect, it } from "vitest";
import { limitedFetch } from "./limited-fetch.ts";

const megabyte = 1_000_000;
const repeat = (text: string, times: number) =>
  function* () {
    const bytes = Buffer.from(text.repeat(1_000));
    for (let count = 0; count < times; count += 1_000) yield bytes;
  };

/** Reads a response as a provider's package does, whatever its headers say. */
async function read(pieces: Iterable<Uint8Array>, init: ResponseInit): Promise<number> {
  const rest = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { done, value } = rest.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
  const response = await limitedFetch(async () => new Response(body, init))("http://model.test");
  let length = 0;
  for await (const chunk of response.body ?? []) length += chunk.length;
  return length;
}

function* json(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield Buffer.from(' {"a":[');
  yield* pieces;
}

function* event(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  yield Buffer.from("data: [");
  yield* pieces;
}

const types = ["application/json", "text/event-stream", "application/vnd.amazon.eventstream"];

describe.each(types)("an answer with the content type %s", (type) => {
  const headers = { "content-type": type };

  it.each([
    ["a JSON text is too long", json(repeat(" ", 65 * megabyte)()), "longer than 64000000 bytes"],
    ["a JSON text holds too much", json(repeat("0,\n\n", 1.1 * megabyte)()), "more than 1000000 JSON values"],
    ["white space does not end", repeat(" ", 65 * megabyte)(), "longer than 64000000 bytes"],
    ["an event does not end", repeat("x", 33 * megabyte)(), "event longer than 32000000 bytes"],
    ["events do not end", repeat(`data: ${"x".repeat(992)}\n\n`, 129_000)(), "longer than 128000000 bytes"],
    ["an event has too many lines", repeat("data: 0,0,0,\n", 20_000)(), "an event with more than 10000 lines"],
    ["an event holds too much", event(repeat("0,", 101_000)()), "an event with more than 100000 JSON values"],
  ])("fails as soon as %s", async (_what, pieces, problem) => {
    await expect(read(pieces, { headers })).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining(problem),
    });
  });
});

it("an error fails if it is longer than the message that is read of it", async () => {
  const error = read(repeat("x", 2 * megabyte)(), { status: 400 });

  await expect(error).rejects.toThrow("longer than 1000000 bytes");
});

it("a long stream of binary events passes, although it looks like JSON in places", async () => {
  const event = Buffer.from('\0\0\x01{:event-type\x07chunk:content-type:message-type{"bytes":"aGVsbG8="}\0\x22');
  const events = function* () {
    for (let count = 0; count < 50_000; count++) yield event;
  };

  await expect(read(events(), {})).resolves.toBe(50_000 * event.length);
});
