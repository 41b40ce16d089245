import { Redactor } from "@toolcrib/core/redaction";
import { describe, expect, it } from "vitest";
import { cutAtRandom } from "../testing/cut-bytes.ts";
import { ErrorEvents } from "./error-events.ts";

const secret = "sk-operator-0123456789";
const answer = `event: content_block_delta\ndata: {"type":"content_block_delta","text":"${secret} é \\"error\\""}\n\n`;
const error = (end: string) =>
  ["event: error", `data: {"type":"error","error":{"message":"${secret}"}}`, "", ""].join(end);

function pass(text: string, cut = (bytes: Uint8Array): readonly Uint8Array[] => [bytes]) {
  const events = new ErrorEvents(new Redactor([secret]));
  const pieces = cut(Buffer.from(text)).map((chunk) => events.push(chunk));
  return Buffer.concat([...pieces, events.end() ?? Buffer.alloc(0)]).toString();
}

describe("an upstream's stream that is forwarded", () => {
  it.each([
    ["", error("\n")],
    [" with carriage returns", error("\r\n")],
    [" with carriage returns alone", error("\r")],
    [" without a name", `data: {"type" : "error","error":{"message":"${secret}"}}\n\n`],
    [" whose type comes last", `data: {"error":{"message":"${secret}"},"type":"error"}\n\n`],
    [" of another API", `data: {"error":{"message":"${secret}"}}\n\n`],
    [
      " of the Responses API",
      `event: response.failed\ndata: {"type":"response.failed","response":{"error":{"message":"${secret}"}}}\n\n`,
    ],
    [" that breaks off", `event: error\ndata: {"type":"error","error":{"message":"${secret}"`],
    [" behind a comment", `: hello\n${error("\n")}`],
    [" behind another", `${error("\n")}${error("\n")}`],
  ])("has no secrets in an error event%s, however its bytes arrive", (_name, text) => {
    const whole = pass(`${answer}${text}`);

    expect(whole).toBe(`${answer}${text.replaceAll(secret, "[redacted]")}`);
    expect(pass(`${answer}${text}`, (bytes) => Array.from(bytes, (_byte, at) => bytes.subarray(at, at + 1)))).toBe(
      whole,
    );
    for (let seed = 0; seed < 50; seed++) expect(pass(`${answer}${text}`, cutAtRandom(seed))).toBe(whole);
  });

  it("keeps the bytes of everything else, even if they are not text", () => {
    const bytes = Buffer.concat([Buffer.from(answer), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from("\n\n")]);
    const events = new ErrorEvents(new Redactor([secret]));

    expect(Buffer.compare(Buffer.from(events.push(bytes)), bytes)).toBe(0);
    expect(events.end()).toBeUndefined();
  });

  it("is forwarded event by event: a comment at once, an event when it is complete, and a huge one in parts", () => {
    const events = new ErrorEvents(new Redactor([secret]));
    const push = (text: string) => Buffer.from(events.push(Buffer.from(text))).toString();

    expect(push(": still there\n")).toBe(": still there\n");
    expect(push('event: ping\ndata: {"type"')).toBe("");
    expect(push(':"ping"}\n\nevent: x')).toBe('event: ping\ndata: {"type":"ping"}\n\n');
    expect(push("x".repeat(70_000))).toHaveLength(70_008);
  });
});
