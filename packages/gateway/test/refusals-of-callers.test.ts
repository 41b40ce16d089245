import { describe, expect, it } from "vitest";
import { startGateway } from "../src/testing/gateways/start-gateway.ts";
import { type PostedAnswer, postMessages } from "../src/testing/post.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

type Body = Readonly<Record<string, unknown>>;
interface Sent {
  readonly body: Body;
  readonly betas: readonly string[];
}

/** An upstream that refuses what it is told to, behind a gateway. */
async function start(refuse: (sent: Sent) => string | undefined) {
  const sent: Sent[] = [];
  const server = await serve((request, bytes, response) => {
    const betas = String(request.headers["anthropic-beta"] ?? "").split(",");
    const last = { body: JSON.parse(bytes.toString("utf8")) as Body, betas };
    sent.push(last);
    const message = refuse(last);
    const answer =
      message === undefined ? accepted : { type: "error", error: { type: "invalid_request_error", message } };
    response.writeHead(message === undefined ? 200 : 400, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  });
  const gateway = await startGateway({ upstreamUrl: server.url });
  closers.push(server.close, gateway.close);
  const ask = (caller: string, body: Body, betas = ""): Promise<PostedAnswer> =>
    postMessages(gateway.url, body, { "x-api-key": caller, ...(betas === "" ? {} : { "anthropic-beta": betas }) });
  return { sent, ask };
}

const accepted = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "Fine." }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const marked = { cache_control: { type: "ephemeral" } };
const request = {
  model: "m",
  max_tokens: 100,
  temperature: 0.1,
  thinking: { type: "adaptive" },
  metadata: { user_id: "someone" },
  system: [{ type: "text", text: "Be kind.", ...marked }],
  messages: [{ role: "user", content: [{ type: "text", text: "Hello.", ...marked }] }],
};
const unknownKeys = ({ body }: Sent): string | undefined => {
  const unknown = Object.keys(body).filter((key) => !(key in request));
  return unknown.length === 0 ? undefined : unknown.map((key) => `${key}: Extra inputs are not permitted`).join("; ");
};

describe("an error that quotes a key of the request", () => {
  it.each([
    "x.temperature",
    "x.system.0.cache_control",
    "anthropic-beta",
    "é.thinking",
    "thinking.",
    "metadata: Extra inputs are not permitted; x",
  ])("is for the client, and nothing is left out of later requests: %s", async (key) => {
    const { sent, ask } = await start(unknownKeys);
    const wrong = await ask("a", { ...request, [key]: 1 }, "one,two");

    expect(wrong.status).toBe(400);
    expect(sent).toHaveLength(1);
    for (const caller of ["a", "b"]) {
      expect((await ask(caller, request, "one,two")).status).toBe(200);
      expect(sent.at(-1)).toEqual({ body: request, betas: ["one", "two"] });
    }
  });

  it("is for the client if the key is deep in the request", async () => {
    const { sent, ask } = await start(({ body }) =>
      JSON.stringify(body).includes("a.metadata") ? "metadata.a.metadata: Extra inputs are not permitted" : undefined,
    );
    expect((await ask("a", { ...request, metadata: { "a.metadata": 1 } })).status).toBe(400);
    await ask("a", request);

    expect(sent.map(({ body }) => body["metadata"])).toEqual([{ "a.metadata": 1 }, request.metadata]);
  });
});

describe("what an upstream refuses", () => {
  it("is left out of the caller's later requests, and not of another caller's", async () => {
    const { sent, ask } = await start(({ body }) =>
      JSON.stringify(body["thinking"])?.includes("bogus") === true
        ? "thinking: Extra inputs are not permitted"
        : undefined,
    );
    expect((await ask("a", { ...request, thinking: { type: "bogus" } })).status).toBe(200);
    await ask("a", request);
    await ask("b", request);

    expect(sent.slice(1).map(({ body }) => "thinking" in body)).toEqual([false, false, true]);
  });

  it("is not remembered if the request is refused without it too", async () => {
    const { sent, ask } = await start(({ body }) =>
      body["model"] === "m" && "metadata" in body
        ? `${"temperature" in body ? "temperature" : "model"}: Extra inputs are not permitted`
        : undefined,
    );
    expect((await ask("a", request)).status).toBe(400);
    const { metadata: _metadata, ...other } = request;
    await ask("a", other);

    expect(sent.map(({ body }) => "temperature" in body)).toEqual([true, false, true]);
  });

  it("is not remembered if the same error came without it", async () => {
    const wrong = { ...request, metadata: { temperature: 1 } };
    const { sent, ask } = await start(({ body }) =>
      JSON.stringify(body["metadata"])?.includes("temperature") === true
        ? "Unknown parameter: 'temperature'."
        : undefined,
    );
    expect((await ask("a", wrong)).status).toBe(200);
    await ask("a", request);

    expect(sent.at(-1)?.body).toEqual(request);
  });

  it("is the whole name of a beta, and not a name within it", async () => {
    const { sent, ask } = await start(({ betas }) =>
      betas.includes("x-one-2025") ? "Unexpected value(s) `x-one-2025` for the `anthropic-beta` header." : undefined,
    );
    expect((await ask("a", request, "one-2025,x-one-2025")).status).toBe(200);

    expect(sent.at(-1)?.betas).toEqual(["one-2025"]);
  });
});
