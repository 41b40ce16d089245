import { expect, it } from "vitest";
import type { AnswerEvent } from "../contracts/inner-form.ts";
import { pacedEvents } from "./paced-events.ts";

function* blocks(count: number): Generator<AnswerEvent> {
  for (let index = 0; index < count; index++) {
    yield { type: "content_block_start", index, content_block: { type: "text", text: "x" } } as AnswerEvent;
    yield { type: "content_block_stop", index };
  }
}

async function count(events: Iterable<AnswerEvent>): Promise<number> {
  let number = 0;
  for await (const _event of pacedEvents(events)) number++;
  return number;
}

it("ends an answer with more than 10,000 blocks", async () => {
  await expect(count(blocks(10_000))).resolves.toBe(20_000);
  await expect(count(blocks(10_001))).rejects.toMatchObject({
    status: 502,
    isRetryable: false,
    message: "The upstream's answer has more than 10000 blocks.",
  });
});
