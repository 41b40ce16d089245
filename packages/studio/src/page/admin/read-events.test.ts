import fc from "fast-check";
import { expect, it } from "vitest";
import { readEvents } from "./read-events.ts";

const text = 'event: ready\ndata: {}\n\n: a comment\n\nevent: trace\r\ndata: {"a":\r\ndata: "é"}\r\n\r\n';

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}

it("reads events wherever the bytes are split", async () => {
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length })), async (cuts) => {
      const places = [0, ...cuts.toSorted((left, right) => left - right), bytes.length];
      const pieces = places.slice(1).map((end, index) => bytes.slice(places[index], end));

      const events = [];
      for await (const event of readEvents(streamOf(pieces))) events.push(event);
      expect(events).toEqual([
        { event: "ready", data: "{}" },
        { event: "trace", data: '{"a":\n"é"}' },
      ]);
    }),
  );
});
