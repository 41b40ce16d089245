import { describe, expect, it } from "vitest";
import type { ClientRequest } from "../contracts/client-request.ts";
import type { ToolCallOutcome } from "../contracts/toolset.ts";
import { CallJournal, idempotencyWindowMilliseconds } from "./call-journal.ts";

const call = { server: "cal", tool: "create", input: { day: "today", hour: 3 }, isRepeatable: false };
const outcomeOf = (text: string): ToolCallOutcome => ({ content: [{ type: "text", text }], isError: false });

function request(headers: Record<string, string> = {}, body = "{}", apiKey = "sk-1"): ClientRequest {
  const bytes = [new TextEncoder().encode(body)];
  return { credentials: { apiKey }, raw: { headers, body: bytes }, body: { messages: [] } } as unknown as ClientRequest;
}

const again = { "x-stainless-retry-count": "1" };

function journal() {
  let time = 0;
  let runs = 0;
  const kept = new CallJournal(() => time);
  return {
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
    runs: () => runs,
    attempt: (given: ClientRequest) => {
      const attempt = kept.attempt(given);
      return (made: typeof call = call) =>
        attempt.run(made, async () => {
          runs++;
          return outcomeOf(`run ${runs}`);
        });
    },
    cancelled: (given: ClientRequest, made: typeof call = call) =>
      kept
        .attempt(given)
        .run(made, () => {
          runs++;
          return Promise.reject(new Error("cancelled"));
        })
        .catch(() => "cancelled"),
  };
}

describe("the calls of a repeated request", () => {
  it("are answered with the results of the previous attempt, whatever the order of the arguments", async () => {
    const { attempt, runs } = journal();
    await attempt(request())();
    const answer = await attempt(request(again))({ ...call, input: { hour: 3, day: "today" } });
    expect([answer, runs()]).toEqual([outcomeOf("run 1"), 1]);
  });

  it("run only as often as the attempt repeats them beyond the previous one", async () => {
    const { attempt, runs } = journal();
    const first = attempt(request());
    await first();
    const second = attempt(request(again));
    expect([await second(), await second(), runs()]).toEqual([outcomeOf("run 1"), outcomeOf("run 2"), 2]);
  });

  it("are not made if the previous attempt was cancelled during one that may be harmful to repeat", async () => {
    const { attempt, cancelled, runs } = journal();
    expect(await cancelled(request())).toBe("cancelled");
    expect([await attempt(request(again))(), runs()]).toEqual([undefined, 1]);
  });

  it("are repeated if the server marks them as harmless", async () => {
    const { attempt, cancelled, runs } = journal();
    await cancelled(request(), { ...call, isRepeatable: true });
    expect([await attempt(request(again))({ ...call, isRepeatable: true }), runs()]).toEqual([outcomeOf("run 2"), 2]);
  });

  it.each([
    ["numbered by the SDK", {}, again],
    ["named by the client", { "idempotency-key": "order-7" }, { "idempotency-key": "order-7" }],
  ])("run once for attempts that overlap, %s", async (_how, firstHeaders, secondHeaders) => {
    const { attempt, runs } = journal();
    const first = attempt(request(firstHeaders));
    const second = attempt(request(secondHeaders));
    expect(await Promise.all([first(), second()])).toEqual([outcomeOf("run 1"), outcomeOf("run 1")]);
    expect(runs()).toBe(1);
  });

  it("are recognised by the client's own name for the request", async () => {
    const { attempt, runs } = journal();
    const named = { "idempotency-key": "order-7" };
    await attempt(request(named))();
    await attempt(request(named, '{"other":"bytes"}'))();
    await attempt(request({ "idempotency-key": "order-8" }))();
    expect(runs()).toBe(2);
  });

  it.each([
    ["comes without the mark of a retry", request()],
    ["has another body", request(again, '{"a":1}')],
    ["comes with another credential", request(again, "{}", "sk-2")],
    ["comes from another user", request({ ...again, "x-user-id": "other" })],
  ])("are new if the request %s", async (_case, other) => {
    const { attempt, runs } = journal();
    await attempt(request())();
    await attempt(other)();
    expect(runs()).toBe(2);
  });

  it("are new after the window", async () => {
    const { attempt, runs, wait } = journal();
    await attempt(request())();
    wait(idempotencyWindowMilliseconds);
    await attempt(request(again))();
    expect(runs()).toBe(2);
  });

  it("are forgotten where their results take too much memory", async () => {
    const kept = new CallJournal(() => 0);
    const outcome = outcomeOf("x".repeat(1_000_000));
    const runs: number[] = [];
    const run = (number: number, headers = {}) =>
      kept.attempt(request(headers, `{"number":${number}}`)).run(call, async () => {
        runs.push(number);
        return outcome;
      });
    for (let number = 1; number <= 40; number++) await run(number);
    await run(40, again);
    await run(1, again);

    expect(runs.slice(40)).toEqual([1]);
  });
});
