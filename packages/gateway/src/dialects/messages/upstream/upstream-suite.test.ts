import { titlesOfFailedChecks } from "@toolcrib/shared/suites";
import { describe, expect, it } from "vitest";
import type { AnswerEvent } from "../../../contracts/inner-form.ts";
import type { Upstream } from "../../../contracts/upstream.ts";
import { type StartUpstream, upstreamSuite } from "../../../suites/index.ts";
import { startMessagesServer } from "../../../testing/contract/messages-server.ts";
import { inFrontOf } from "../../../testing/contract/upstream-under-test.ts";
import { createAnthropicUpstream } from "./create-anthropic-upstream.ts";

const start: StartUpstream = async (script) => {
  const server = await startMessagesServer(script);
  return inFrontOf(server, createAnthropicUpstream({ name: "test", url: server.url }));
};

describe("an Anthropic-compatible server as an upstream", () => {
  it.each(upstreamSuite(start))("$title", ({ run }) => run());
});

describe("upstreamSuite", () => {
  const errorChecks = upstreamSuite(start)
    .map(({ title }) => title)
    .filter((title) => title.startsWith("reports status"));
  let requests = 0;

  it.each<[string, (upstream: Upstream) => Partial<Upstream>, string[]]>([
    [
      "renames calls",
      (upstream) => ({
        doGenerate: async (call) => {
          const message = await upstream.doGenerate(call);
          return JSON.parse(JSON.stringify(message).replaceAll("toolu_one", "call_0")) as typeof message;
        },
      }),
      [
        "streams the same answer, with events in the API's order",
        "keeps the ids, names and arguments of parallel calls",
        "accepts its own answer back, with the results of the calls",
      ],
    ],
    [
      "leaves out the end of blocks",
      (upstream) => ({
        doStream: async (call) => without(await upstream.doStream(call), "content_block_stop"),
      }),
      ["streams the same answer, with events in the API's order"],
    ],
    [
      "numbers its requests",
      (upstream) => ({
        doGenerate: (call) =>
          upstream.doGenerate({ ...call, body: { ...call.body, metadata: { user_id: `${requests++}` } } as never }),
      }),
      ["sends the same bytes for the same request"],
    ],
    [
      "hides why an answer ended",
      (upstream) => ({
        doGenerate: async (call) => ({ ...(await upstream.doGenerate(call)), stop_reason: "end_turn" }),
      }),
      ["reports that an answer was cut off at its maximum length"],
    ],
    [
      "throws errors of its own",
      (upstream) => ({
        doGenerate: async (call) =>
          upstream.doGenerate(call).catch(() => {
            throw new Error("It failed.");
          }),
      }),
      [...errorChecks, "reports an endpoint that cannot be reached"],
    ],
    [
      "reports errors inside the stream",
      (upstream) => ({ doStream: (call) => upstream.doStream(call).catch((error: unknown) => failing(error)) }),
      errorChecks,
    ],
    [
      "ends broken streams quietly",
      (upstream) => ({ doStream: async (call) => quietly(await upstream.doStream(call)) }),
      [
        "ends the iteration with an error when the stream dies",
        "ends the iteration with an error when the stream breaks",
        "ends the iteration with an error when the stream fails",
        "ends a call when its signal aborts",
      ],
    ],
  ])("detects an upstream that %s", async (_what, change, titles) => {
    const checks = upstreamSuite(async (script) => {
      const underTest = await start(script);
      return { ...underTest, upstream: { ...underTest.upstream, ...change(underTest.upstream) } };
    });

    expect(await titlesOfFailedChecks(checks)).toEqual(titles);
  });
});

async function* without(events: AsyncIterable<AnswerEvent>, type: string): AsyncGenerator<AnswerEvent> {
  for await (const event of events) if (event.type !== type) yield event;
}

async function* quietly(events: AsyncIterable<AnswerEvent>): AsyncGenerator<AnswerEvent> {
  try {
    yield* events;
  } catch {
    // The error is lost.
  }
}

async function* failing(error: unknown): AsyncGenerator<AnswerEvent> {
  yield await Promise.reject(error);
}
