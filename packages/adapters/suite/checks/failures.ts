import { assert, assertSame } from "@toolcrib/shared/suites";
import type { AdapterCheck, AdapterHarness } from "../harness.ts";
import type { StrictProvider } from "../strict-provider.ts";
import { call, eager, find, say, starterFor } from "./start.ts";

/** Errors, aborts, and calls that a model should not make. */
export function failureChecks(harness: AdapterHarness): readonly AdapterCheck[] {
  const start = starterFor(harness);
  return [
    {
      title: "passes a tool's error to the model and goes on",
      async run() {
        const { agent, provider } = start(
          [find("dns lookup"), call("dns_lookup", { host: "example.com" }), say("It is out of order.")],
          { broken: "dns_lookup" },
        );
        const { text } = await agent.run([], "Resolve example.com.");
        assertSame(provider.rejected, [], "rejected requests");
        assertSame(text, "It is out of order.", "the answer");
        // Some frameworks keep the message of an error to themselves.
        assert(/out of order|An error occurred/.test(provider.requests[2]?.text ?? ""), "the model reads the error");
      },
    },
    {
      title: "tells the model what is wrong with a call of the bridge that names no tool, and goes on",
      async run() {
        for (const stream of [false, true]) {
          const { agent, provider, runs } = start(({ tools }, parts) => {
            const isBridged = tools.some(({ name }) => name === "call_tool");
            if (parts.some((part) => part.includes("names no tool"))) return say("I gave up.");
            return isBridged ? { calls: [{ name: "call_tool", input: {} }] } : say("I gave up.");
          });
          const { text } = await agent.run([], "Do something.", { stream });
          assertSame(provider.rejected, [], "rejected requests");
          assertSame([text, runs], ["I gave up.", []], "the answer, and the calls that ran");
        }
      },
    },
    {
      title: "stops when it is aborted, and can go on later",
      async run() {
        const controller = new AbortController();
        const aborted = start([find("weather forecast"), say("Never said.")]);
        const fetch: StrictProvider["fetch"] = async (input, init) => {
          const response = await aborted.provider.fetch(input, init);
          controller.abort();
          return response;
        };
        const agent = harness.createAgent({ ...aborted.setup, fetch });
        const outcome = await agent.run([], "How is the weather?", { signal: controller.signal }).then(
          () => "finished",
          () => "stopped",
        );
        assertSame(outcome, "stopped", "the aborted run");
        assert(aborted.provider.requests.length === 1, "nothing is sent after the abort");
        const again = start([find("weather forecast"), call("weather_forecast", { city: "Oslo" }), say("Rain.")]);
        const { text } = await again.agent.run([], "How is the weather?");
        assertSame(text, "Rain.", "the answer of the next run");
      },
    },
    {
      title: "stops in the middle of a stream, and runs nothing of it",
      async run() {
        const controller = new AbortController();
        const { setup, provider, runs } = start([{ text: "Let me look at the clock.", ...call("clock_now", {}) }]);
        const fetch: StrictProvider["fetch"] = async (input, init) => {
          const response = await provider.fetch(input, init);
          return stalledAnswer(response, init?.signal, () => controller.abort());
        };
        const outcome = await harness
          .createAgent({ ...setup, fetch })
          .run([], "What time is it?", { stream: true, signal: controller.signal })
          .then(
            () => "finished",
            () => "stopped",
          );
        assertSame(outcome, "stopped", "the aborted run");
        assertSame(runs, [], "the calls that ran");
        assertSame(provider.requests.length, 1, "the number of requests");
      },
    },
    ...["no_such_tool", "repository_delete"].map((name) => ({
      title: `runs nothing for a call of ${name === "no_such_tool" ? "a tool that does not exist" : "a hidden tool"}`,
      async run() {
        const moves = [call("clock_now", { repository: "main" }), say("I cannot.")];
        const { setup, provider, runs } = start(moves, {
          options: { eager, policy: [{ action: "hide", name: "repository_*" }] },
        });
        const fetch: StrictProvider["fetch"] = async (input, init) => {
          const response = await provider.fetch(input, init);
          // The strict APIs play a model that calls only what it was given. This one makes names up.
          const text = (await response.text()).replaceAll('"clock_now"', JSON.stringify(name));
          return new Response(text, { status: response.status, headers: response.headers });
        };
        const outcome = await harness
          .createAgent({ ...setup, fetch })
          .run([], "Delete it.")
          .then(
            ({ text }) => text,
            () => "ended",
          );
        assertSame(runs, [], "the calls that ran");
        assertSame(outcome, harness.without?.["unknown-tools"] === undefined ? "I cannot." : "ended", "the run");
        assertSame(provider.rejected, [], "rejected requests");
      },
    })),
  ];
}

/** The first half of an answer. The rest never comes, and `reached` is called when somebody waits for it. */
async function stalledAnswer(response: Response, signal: AbortSignal | null | undefined, reached: () => void) {
  const text = await response.text();
  const half = new TextEncoder().encode(text.slice(0, text.length / 2));
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(half);
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
      pull: () => {
        reached();
        return new Promise<void>(() => {});
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status: response.status, headers: response.headers });
}
