import { expect, it } from "vitest";
import type { TraceFacts, TraceRecorder } from "../../../contracts/trace.ts";
import { observeForwarded } from "./observe-forwarded.ts";

it("reads the usage of a stream after an event that is too long to parse", () => {
  const facts: TraceFacts[] = [];
  const trace = { capturesContent: true, note: (noted: TraceFacts) => facts.push(noted) } as unknown as TraceRecorder;
  const observer = observeForwarded({ "content-type": "text/event-stream" }, trace);
  const see = (text: string) => observer.see(Buffer.from(text));

  see('event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":3}}}\n\n');
  see("event: content_block_start\ndata: ");
  for (let pieces = 0; pieces < 100; pieces++) see("x".repeat(20_000));
  expect(observer.isInsideEvent).toBe(true);
  see("\n\n");
  see('event: message_delta\ndata: {"type":"message_delta","delta":{},"usage":{"output_tokens":5}}\n\n');
  observer.end();

  expect(facts).toContainEqual({ usage: { input_tokens: 3, output_tokens: 5 } });
  expect(JSON.stringify(observer.content).length).toBeLessThan(1_000);
});
