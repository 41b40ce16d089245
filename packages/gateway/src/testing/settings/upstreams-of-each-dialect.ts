import { question } from "../answering-gateway.ts";
import { Gate } from "../gate.ts";
import type { Proof } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { hello } from "./scripted-upstream.ts";
import { aboutUpstream, sentHeader, sentPath } from "./upstream-proof.ts";
import { statusAfterAMinute } from "./wait-a-minute.ts";

const gate = new Gate();

/** A stream that stops before its end for a minute. */
async function stallAMinute({ gateway, timers }: RunningGateway): Promise<boolean> {
  gate.close();
  const response = await gateway.app.request("/v1/messages", {
    method: "POST",
    headers: { host: "localhost" },
    body: JSON.stringify({ ...question, stream: true }),
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let text = "";
  while (!text.includes("Hello")) {
    const { done, value } = await reader.read();
    if (done) throw new Error(`The stream ended before its text: ${text}`);
    text += Buffer.from(value);
  }
  // Until the gateway waits for the upstream again.
  await new Promise((resolve) => setImmediate(resolve));
  timers.run(60_000);
  gate.open();
  for (let step = await reader.read(); !step.done; step = await reader.read()) text += Buffer.from(step.value);
  return text.includes("message_stop");
}

const environment = { FIRST_KEY: "first", SECOND_KEY: "second" };

const ends = {
  anthropic: "/v1/messages",
  "openai-chat": "/chat/completions",
  "openai-responses": "/responses",
} as const;

/** What the upstreams of the gateway's own dialects share. */
export const sharedUpstreamProofs: readonly Proof[] = (
  ["anthropic", "openai-chat", "openai-responses"] as const
).flatMap((dialect): Proof[] => {
  const header = dialect === "anthropic" ? "x-api-key" : "authorization";
  const prefix = dialect === "anthropic" ? "" : "Bearer ";
  const end = ends[dialect];
  return [
    aboutUpstream(dialect, {
      setting: "url",
      shows: "the path of its requests",
      upstream: (path, url) => ({ url: `${url}${path as string}` }),
      observe: sentPath,
      outcomes: [
        ["/one", `/one${end}`],
        ["/other", `/other${end}`],
      ],
    }),
    aboutUpstream(dialect, {
      setting: "apiKey",
      shows: `the header ${header}`,
      upstream: (apiKey) => ({ apiKey }),
      observe: sentHeader(header),
      outcomes: [
        ["one", `${prefix}one`],
        [undefined, `${prefix}client-key`],
      ],
    }),
    aboutUpstream(dialect, {
      setting: "apiKeyEnv",
      shows: `the header ${header}`,
      options: { environment },
      upstream: (apiKeyEnv) => ({ apiKeyEnv }),
      observe: sentHeader(header),
      outcomes: [
        ["FIRST_KEY", `${prefix}first`],
        ["SECOND_KEY", `${prefix}second`],
        ["NO_KEY", { rejected: "key_missing_in_environment" }],
      ],
    }),
    aboutUpstream(dialect, {
      setting: "headers{}",
      shows: "a header of its requests",
      upstream: (headers) => ({ headers }),
      observe: sentHeader("x-team"),
      outcomes: [
        [{ "x-team": "tools" }, "tools"],
        [undefined, undefined],
      ],
    }),
    aboutUpstream(dialect, {
      setting: "forwardHeaders[]",
      shows: "a header of the client",
      upstream: (forwardHeaders) => ({ forwardHeaders }),
      observe: async ({ post }) => {
        const [sent] = (await post(question, { "x-title": "mine", "x-other": "1" })).sent;
        return [sent?.headers["x-title"], sent?.headers["x-other"]];
      },
      outcomes: [
        [["X-Title"], ["mine", undefined]],
        [["x-oth*"], [undefined, "1"]],
        [[], [undefined, undefined]],
        [["cookie"], { rejected: "config_invalid" }],
      ],
    }),
    aboutUpstream(dialect, {
      setting: "dropFields[]",
      shows: "a field of its requests",
      upstream: (dropFields) => ({ dropFields }),
      observe: async ({ post }) => {
        const { sent } = await post({ ...question, temperature: 0.5 });
        return sent.map(({ body }) => ("temperature" in body ? body["temperature"] : undefined));
      },
      outcomes: [
        [["temperature"], [undefined]],
        [[], [0.5]],
        [["messages"], { rejected: "config_invalid" }],
      ],
    }),
    aboutUpstream(dialect, {
      setting: "firstByteSeconds",
      shows: "whether an answer after a minute is waited for",
      replyTo: () => ({ ...hello, wait: gate.opened }),
      upstream: (firstByteSeconds) => ({ firstByteSeconds }),
      observe: statusAfterAMinute(gate),
      outcomes: [
        [30, 504],
        [90, 200],
      ],
    }),
    aboutUpstream(dialect, {
      setting: "idleSeconds",
      shows: "whether a stream that stops for a minute is waited for",
      replyTo: () => ({ ...hello, pause: gate.opened }),
      upstream: (idleSeconds) => ({ idleSeconds }),
      observe: stallAMinute,
      outcomes: [
        [30, false],
        [90, true],
      ],
    }),
  ];
});
