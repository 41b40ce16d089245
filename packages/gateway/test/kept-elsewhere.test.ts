import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { createApiKey } from "../src/identity/api-key.ts";
import { createGateway } from "../src/server/create-gateway.ts";
import { serveFetch } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();
const asked = { model: "m", input: "Hi" };
type Fields = Readonly<Record<string, unknown>>;

/** An upstream of the Responses API that keeps responses for whoever has its key. */
async function startUpstream() {
  const requests: string[] = [];
  const kept = new Map<string, object>();
  const server = await serveFetch(async (request) => {
    const { pathname, search } = new URL(request.url);
    const isKnown = request.headers.get("authorization") === "Bearer sk-upstream";
    requests.push(`${request.method} ${pathname}${search}${isKnown ? "" : " without the key"}`);
    if (request.method === "POST" && pathname === "/v1/responses") {
      const body = (await request.json()) as Fields;
      const id = `resp_${kept.size + 1}`;
      const content = [{ type: "output_text", text: `Answer ${kept.size + 1}.`, annotations: [] }];
      const message = { type: "message", id: `msg_${kept.size + 1}`, role: "assistant", status: "completed", content };
      const base = { id, object: "response", created_at: 1, model: "m", store: body["store"] ?? true };
      const isBackground = body["background"] === true;
      const response = {
        ...base,
        status: isBackground ? "queued" : "completed",
        output: isBackground ? [] : [message],
      };
      kept.set(id, response);
      if (body["stream"] !== true) return Response.json(response);
      const created = { type: "response.created", response: { ...base, status: "in_progress", output: [] } };
      const events = [created, { type: "response.completed", response }];
      const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
      return new Response(text, { headers: { "content-type": "text/event-stream" } });
    }
    const [, id = "", action] = /^\/v1\/responses\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
    const found = kept.get(id);
    if (found === undefined) return Response.json({ error: { message: "Not found." } }, { status: 404 });
    if (action === "input_items") return Response.json({ object: "list", data: [{ type: "message", id: "msg_in" }] });
    if (action === "cancel") return Response.json({ ...found, status: "cancelled" });
    if (request.method !== "DELETE") return Response.json(found);
    kept.delete(id);
    return Response.json({ id, object: "response", deleted: true });
  });
  closers.push(server.close);
  return { url: server.url, requests };
}

/** Two callers of a gateway that has one key for its upstream. */
async function start() {
  const { url, requests } = await startUpstream();
  const [mine, yours] = [createApiKey(), createApiKey()];
  const gateway = await createGateway({
    upstreams: { openai: { dialect: "openai-responses", url: `${url}/v1`, apiKey: "sk-upstream" } },
    keys: [
      { name: "mine", sha256: mine.sha256 },
      { name: "yours", sha256: yours.sha256 },
    ],
    retries: { attempts: 0 },
  });
  closers.push(() => gateway.close());
  const address = await gateway.listen({ port: 0 });
  const clientOf = (apiKey: string) => new OpenAI({ baseURL: `${address.url}/v1`, apiKey, maxRetries: 0 });
  return { me: clientOf(mine.key), you: clientOf(yours.key), requests };
}

describe.each([false, true])("a response that its upstream keeps (streaming: %s)", (stream) => {
  const create = async (client: OpenAI, more: object = {}): Promise<{ id: string; output: { id: string }[] }> => {
    if (!stream) return (await client.responses.create({ ...asked, ...more })) as never;
    const events = await client.responses.create({ ...asked, ...more, stream: true });
    for await (const event of events) if (event.type === "response.completed") return event.response as never;
    throw new Error("The stream did not end.");
  };

  it("W-R2: is read, listed, cancelled, continued and deleted there", async () => {
    const { me, requests } = await start();
    const { id, output } = await create(me);
    const reference = { type: "item_reference", id: output[0]?.id ?? "" } as const;
    await create(me, { previous_response_id: id });
    await create(me, { input: [reference, { role: "user", content: "And?" }] });

    expect(await me.responses.retrieve(id)).toMatchObject({ id, status: "completed" });
    expect((await me.responses.inputItems.list(id)).data).toMatchObject([{ id: "msg_in" }]);
    expect(await me.responses.cancel(id)).toMatchObject({ status: "cancelled" });
    await me.responses.delete(id);
    await expect(me.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    expect(requests).toEqual([
      ...Array.from({ length: 3 }, () => "POST /v1/responses"),
      `GET /v1/responses/${id}`,
      `GET /v1/responses/${id}/input_items`,
      `POST /v1/responses/${id}/cancel`,
      `DELETE /v1/responses/${id}`,
    ]);
  });

  it("W-R3: does not exist for another key", async () => {
    const { me, you, requests } = await start();
    const { id, output } = await create(me);
    const asked = requests.length;
    const reference = { type: "item_reference", id: output[0]?.id ?? "" } as const;

    await expect(you.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
    await expect(you.responses.delete(id)).rejects.toMatchObject({ status: 404 });
    await expect(you.responses.cancel(id)).rejects.toMatchObject({ status: 404 });
    await expect(you.responses.inputItems.list(id)).rejects.toMatchObject({ status: 404 });
    await expect(create(you, { previous_response_id: id })).rejects.toMatchObject({
      status: 400,
      code: "previous_response_not_found",
    });
    await expect(create(you, { input: [reference] })).rejects.toMatchObject({ status: 404 });
    expect(requests.length).toBe(asked);
  });

  it("W-R2: is not noted where the client does not want it kept", async () => {
    const { me } = await start();
    const { id } = await create(me, { store: false });

    await expect(me.responses.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });
});

it("W-R2: a response in the background can be asked for until it is there", async () => {
  const { me } = await start();
  const { id, status } = await me.responses.create({ ...asked, background: true });

  expect(status).toBe("queued");
  expect(await me.responses.retrieve(id)).toMatchObject({ id });
});

it("W-R3: without keys of the gateway, the upstream says what exists", async () => {
  const { url, requests } = await startUpstream();
  const gateway = await createGateway({ upstreams: { openai: { dialect: "openai-responses", url: `${url}/v1` } } });
  closers.push(() => gateway.close());
  const address = await gateway.listen({ port: 0 });
  const client = new OpenAI({ baseURL: `${address.url}/v1`, apiKey: "sk-upstream", maxRetries: 0 });
  await client.responses.create({ ...asked, previous_response_id: "resp_of_yesterday" });

  expect(requests).toEqual(["POST /v1/responses"]);
});
