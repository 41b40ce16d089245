import { expect, it } from "vitest";
import { readAnswerEvents } from "./read-answer-events.ts";

it("ends a stream that never ends", async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const comment = Buffer.from(`: ${"x".repeat(1_000_000)}\n\n`);
    for (;;) yield comment;
  }

  await expect(readAnswerEvents(bytes()).next()).rejects.toMatchObject({
    status: 502,
    message: "The upstream's stream is broken: it is longer than 128000000 bytes.",
  });
});

it("ends a stream with an event that is too long to buffer", async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("data: ");
    for (let megabytes = 0; megabytes < 40; megabytes++) yield Buffer.alloc(1_000_000, "x");
  }

  await expect(readAnswerEvents(bytes()).next()).rejects.toMatchObject({
    status: 502,
    message: "The upstream's stream is broken: an event is longer than 32000000 characters or 10000 lines.",
  });
});

it.each([
  [400, "invalid_request_error"],
  [402, "billing_error"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [529, "overloaded_error"],
  [500, "an_unknown_error"],
])("maps an error event to its status: %i %s", async (status, type) => {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`event: error\ndata: ${JSON.stringify({ type: "error", error: { type, message: "No." } })}\n\n`);
  }

  await expect(readAnswerEvents(stream()).next()).rejects.toMatchObject({
    status,
    body: { error: { type, message: "No." } },
  });
});
