import type { LimitsConfig } from "../../config/gateway-config.ts";
import { createApiKey } from "../../identity/api-key.ts";
import { deferred, tool } from "../answering/blocks.ts";
import { question } from "../answering-gateway.ts";
import { Gate, until } from "../gate.ts";
import { type Proof, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";
import { hello } from "./scripted-upstream.ts";
import { statusAfterAMinute } from "./wait-a-minute.ts";

const gate = new Gate();
const key = createApiKey();
const keys = [{ name: "someone", sha256: key.sha256 }];

type Part = Omit<Proof, "config"> & { readonly keys?: typeof keys };

function limit(setting: keyof LimitsConfig, { keys: given, ...part }: Omit<Part, "setting">): Proof {
  return {
    ...part,
    setting: `limits.${setting}`,
    config: (value, stage) => withUpstream(stage, { limits: { [setting]: value }, ...(given && { keys: given }) }),
  };
}

const statusOf =
  (body: object) =>
  async ({ post }: RunningGateway): Promise<number> =>
    (await post(body)).status;

/** The status of a request while another one runs. */
async function statusOfSecond({ post, stage }: RunningGateway): Promise<number> {
  gate.close();
  const headers = { "toolcrib-key": key.key };
  const before = stage.upstream.seen.length;
  const first = post(question, headers);
  await until(() => stage.upstream.seen.length > before);
  const second = post(question, headers);
  // Either it is refused, or it waits for the upstream as the first does.
  await Promise.race([second, until(() => stage.upstream.seen.length > before + 1)]);
  gate.open();
  await first;
  return (await second).status;
}

const waiting = { replyTo: () => ({ ...hello, wait: gate.opened }) };
const tools = [tool("Bash"), deferred("get_weather"), deferred("get_stocks")];

export const limitProofs: readonly Proof[] = [
  limit("bodyBytes", {
    shows: "the status of a longer body",
    observe: statusOf(question),
    outcomes: [
      [50, 413],
      [5_000, 200],
    ],
  }),
  limit("bodyBytesInFlight", {
    shows: "the status of a longer body",
    observe: statusOf(question),
    outcomes: [
      [50, 529],
      [5_000, 200],
    ],
  }),
  limit("tools", {
    shows: "the status of a request with three tools",
    observe: statusOf({ ...question, tools }),
    outcomes: [
      [2, 400],
      [3, 200],
    ],
  }),
  limit("deferredTools", {
    shows: "the status of a request with two deferred tools",
    observe: statusOf({ ...question, tools }),
    outcomes: [
      [1, 400],
      [2, 200],
    ],
  }),
  limit("requestSeconds", {
    ...waiting,
    shows: "the status of a request that takes a minute",
    observe: statusAfterAMinute(gate),
    outcomes: [
      [30, 504],
      [90, 200],
    ],
  }),
  limit("concurrentRequests", {
    ...waiting,
    shows: "the status of a second request",
    observe: statusOfSecond,
    outcomes: [
      [1, 529],
      [2, 200],
    ],
  }),
  limit("concurrentRequestsPerKey", {
    ...waiting,
    keys,
    shows: "the status of a second request with the same key",
    observe: statusOfSecond,
    outcomes: [
      [1, 429],
      [2, 200],
    ],
  }),
  limit("memoryBytes", {
    ...waiting,
    shows: "the status of a second request while more memory is in use",
    observe: statusOfSecond,
    outcomes: [
      [0, 529],
      [Number.MAX_SAFE_INTEGER, 200],
    ],
  }),
  limit("pingSeconds", {
    replyTo: () => ({ ...hello, pause: gate.opened }),
    shows: "whether a stream that is quiet for a minute has a ping",
    observe: async ({ gateway, timers, stage }) => {
      gate.close();
      const before = stage.upstream.seen.length;
      const response = await gateway.app.request("/v1/messages", {
        method: "POST",
        headers: { host: "localhost" },
        body: JSON.stringify({ ...question, tools, stream: true }),
      });
      const text = response.text();
      await until(() => stage.upstream.seen.length > before);
      timers.run(60_000);
      gate.open();
      return (await text).includes("event: ping");
    },
    outcomes: [
      [30, true],
      [90, false],
    ],
  }),
];
