import { describe, expect, it } from "vitest";
import type { Script } from "../src/suites/scripted-turn.ts";
import { clientSearchRequest } from "../src/testing/client-search-request.ts";
import { startChatServer } from "../src/testing/contract/chat-server.ts";
import { startMessagesServer } from "../src/testing/contract/messages-server.ts";
import type { ContractServer } from "../src/testing/contract/scripted-server.ts";
import { type GatewayToStart, type RunningGateway, startGateway } from "../src/testing/gateways/start-gateway.ts";
import { postMessages, readEvents } from "../src/testing/post.ts";
import { serve } from "../src/testing/serve.ts";
import { useClosers } from "../src/testing/use-closers.ts";

const closers = useClosers();

interface Started {
  readonly server: ContractServer;
  readonly gateway: RunningGateway;
}

const text = "A sentence that is longer than one piece, so that it can break in its middle.";
const plain = { model: "m", max_tokens: 100, messages: [{ role: "user", content: "Hello" }] };
const requests = [
  ["a request that passes through", plain],
  ["a request with deferred tools", clientSearchRequest],
] as const;

async function start(
  dialect: "anthropic" | "openai-chat",
  script: Script,
  options: Partial<GatewayToStart> = {},
): Promise<Started> {
  const server = await (dialect === "anthropic" ? startMessagesServer(script) : startChatServer(script));
  const upstreamUrl = server.url.replace(/\/v1$/, "");
  const gateway = await startGateway({ upstreamUrl, dialect, ...options });
  closers.push(server.close, gateway.close);
  return { server, gateway };
}

async function expectHealthy(gateway: RunningGateway): Promise<void> {
  const response = await fetch(`${gateway.url}/healthz`);
  expect(response.status).toBe(200);
}

describe.each(["anthropic", "openai-chat"] as const)("an upstream of the dialect %s", (dialect) => {
  describe.each(requests)("%s", (_title, request) => {
    // What passes through is the upstream's own, byte for byte, its broken bytes too.
    const isForwarded = dialect === "anthropic" && request === plain;
    const faults = (["dies", "breaks", "fails"] as const).filter((fault) => !isForwarded || fault !== "breaks");

    it.each(faults)("that %s mid-stream ends the stream with an error event", async (fault) => {
      const { gateway } = await start(dialect, [{ text, fault }, { text }]);
      const { status, events } = await postMessages(gateway.url, { ...request, stream: true });
      expect(status).toBe(200);
      expect(events[0]?.type).toBe("message_start");
      expect(events.at(-1)).toMatchObject({ type: "error", error: { type: expect.stringMatching(/_error$/) } });
      expect(events.filter(({ type }) => type === "message_stop")).toEqual([]);
      await expectHealthy(gateway);
      const next = await postMessages(gateway.url, { ...request, stream: true });
      expect(next.message.content).toEqual([{ type: "text", text }]);
    });

    it("that stalls mid-stream times out", async () => {
      const { gateway, server } = await start(dialect, [{ text, fault: "stalls" }], { idleSeconds: 0.2 });
      const { events } = await postMessages(gateway.url, { ...request, stream: true });
      expect(events.at(-1)).toMatchObject({ type: "error", error: { type: "timeout_error" } });
      await expect.poll(() => server.abandoned()).toBe(1);
      await expectHealthy(gateway);
    });

    it.each([false, true])("that is busy once is retried, streaming %s", async (stream) => {
      const failure = { status: 429, message: "Slow down.", retryAfter: "0" };
      const { gateway, server } = await start(dialect, [{ failure }, { text }], { retries: { attempts: 1 } });
      const { status, message } = await postMessages(gateway.url, { ...request, stream });
      expect({ status, content: message.content }).toEqual({ status: 200, content: [{ type: "text", text }] });
      expect(server.bodies).toHaveLength(2);
      expect(server.bodies[1]).toBe(server.bodies[0]);
    });

    it.each([
      [429, "rate_limit_error"],
      [500, "api_error"],
      [529, "overloaded_error"],
    ])("that keeps answering %i is reported as the API does", async (status, type) => {
      const failure = { status, message: "Not now.", retryAfter: "7" };
      const { gateway } = await start(dialect, [{ failure }]);
      for (const stream of [false, true]) {
        const answer = await postMessages(gateway.url, { ...request, stream });
        expect(answer).toMatchObject({ status, message: { type: "error", error: { type, message: "Not now." } } });
        expect(answer.headers.get("request-id")).toMatch(/^req_/);
        if (status === 429) expect(answer.headers.get("retry-after")).toBe("7");
      }
    });

    it("is released when the client disconnects", async () => {
      const { gateway, server } = await start(dialect, [{ text, fault: "stalls" }]);
      const controller = new AbortController();
      const response = await fetch(`${gateway.url}/v1/messages`, {
        method: "POST",
        headers: { "x-api-key": "key", "anthropic-version": "2023-06-01", "content-type": "application/json" },
        body: JSON.stringify({ ...request, stream: true }),
        signal: controller.signal,
      });
      const reader = response.body?.getReader();
      const { value } = (await reader?.read()) ?? {};
      expect(readEvents(new TextDecoder().decode(value).split("\n\n")[0] ?? "")[0]?.type).toBe("message_start");
      controller.abort();
      await expect.poll(() => server.abandoned()).toBe(1);
      await expectHealthy(gateway);
    });
  });
});

describe("an upstream behind a broken proxy", () => {
  it.each(["anthropic", "openai-chat"] as const)(
    "that answers with a page of HTML is reported as an API error (%s)",
    async (dialect) => {
      const server = await serve((_request, _body, response) => {
        response.writeHead(500, { "content-type": "text/html" });
        response.end("<html><body>502 Bad Gateway</body></html>");
      });
      const gateway = await startGateway({ upstreamUrl: server.url, dialect });
      closers.push(server.close, gateway.close);
      const { status, message } = await postMessages(gateway.url, clientSearchRequest);
      expect({ status, type: message.error?.type }).toEqual({ status: 500, type: "api_error" });
      expect(message.error?.message).not.toContain("<html>");
    },
  );

  it.each(["anthropic", "openai-chat"] as const)(
    "that redirects is neither followed nor passed on: the client would take its key there (%s)",
    async (dialect) => {
      const followed: (string | undefined)[] = [];
      const elsewhere = await serve(({ url }, _body, response) => {
        followed.push(url);
        response.end();
      });
      const server = await serve((_request, _body, response) => {
        response.writeHead(307, { location: `${elsewhere.url}/stolen` }).end();
      });
      const gateway = await startGateway({ upstreamUrl: server.url, dialect });
      closers.push(server.close, elsewhere.close, gateway.close);
      for (const request of [plain, clientSearchRequest]) {
        const { status, message } = await postMessages(gateway.url, request);
        expect([status, message.error?.type]).toEqual([502, "api_error"]);
      }
      await fetch(`${gateway.url}/v1/models`);
      expect(followed).toEqual([]);
    },
  );

  it.each(["anthropic", "openai-chat"] as const)(
    "that is unreachable is reported as an API error (%s)",
    async (dialect) => {
      const server = await serve(() => undefined);
      await server.close();
      const gateway = await startGateway({ upstreamUrl: server.url, dialect });
      closers.push(gateway.close);
      const { status, message } = await postMessages(gateway.url, clientSearchRequest);
      expect(status).toBeGreaterThanOrEqual(500);
      expect(message.error?.type).toBe("api_error");
    },
  );
});

describe("an upstream that refuses a beta", () => {
  it("is retried without tool search once, and not tried again for a while (E2.5)", async () => {
    const words = "Unexpected value(s) `advanced-tool-use-2025-11-20` for the `anthropic-beta` header.";
    const failure = { status: 400, message: words };
    const { gateway, server } = await start("anthropic", [{ failure }, { text }], { loader: "native" });
    const headers = { "anthropic-beta": "advanced-tool-use-2025-11-20" };
    const first = await postMessages(gateway.url, clientSearchRequest, headers);
    const second = await postMessages(gateway.url, clientSearchRequest, headers);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(server.bodies.map((body) => body.includes("tool_reference"))).toEqual([true, false, false]);
  });
});
