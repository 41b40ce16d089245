import { afterAll, beforeAll, expect } from "vitest";
import { createGateway } from "../../server/create-gateway.ts";
import type { Gateway } from "../../server/gateway.ts";
import { startLenientUpstream } from "./lenient-upstream.ts";

/** What the MCP server `cal` lists. */
export const listing = [
  { name: "list", description: "Lists events.", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } },
  { name: "drop", description: "Drops an event.", inputSchema: { type: "object", properties: {} } },
];
/** What its tools answer. */
export const outcome = {
  content: [
    { type: "text", text: "none" },
    { type: "image", data: "aGk=", mimeType: "image/png" },
    { type: "resource_link", uri: "x://y", name: "y" },
    { type: "resource", resource: { uri: "x://y", text: "t" } },
  ],
  isError: false,
};
/** What is around a gateway: an upstream and an MCP server that say whatever a test puts here, as text. */
export interface Surroundings {
  upstreamStatus: number;
  upstreamText: string;
  listing: string;
  outcome: string;
}

/** Gives tests a gateway with a route for each loader, and with surroundings that may be hostile. */
export function useFuzzedGateway(): {
  readonly surroundings: Surroundings;
  readonly post: (json: string, path?: string) => Promise<Response>;
  /** Reads an answer, which must be of the API's kind; nothing may have been reported as a mistake of the gateway. */
  readonly expectAnswered: (
    response: Response,
    statuses: readonly number[],
    envelope?: "messages" | "chat",
  ) => Promise<string>;
} {
  const surroundings: Surroundings = {
    upstreamStatus: 200,
    upstreamText: "",
    listing: JSON.stringify(listing),
    outcome: JSON.stringify(outcome),
  };
  const calendar = {
    listTools: async () => JSON.parse(surroundings.listing) as typeof listing,
    callTool: async () => JSON.parse(surroundings.outcome) as typeof outcome,
  };
  const problems: string[] = [];
  const closers: (() => Promise<void>)[] = [];
  let gateway: Gateway;

  beforeAll(async () => {
    const upstream = await startLenientUpstream(() => ({
      status: surroundings.upstreamStatus,
      text: surroundings.upstreamText,
    }));
    const lenient = await startLenientUpstream();
    closers.push(
      () => upstream.close(),
      () => lenient.close(),
    );
    gateway = await createGateway(
      {
        upstreams: {
          messages: { dialect: "anthropic", url: lenient.url },
          chat: { dialect: "openai-chat", url: `${lenient.url}/v1` },
          responses: { dialect: "openai-responses", url: `${lenient.url}/v1` },
          hostile: { dialect: "anthropic", url: upstream.url },
          hostileChat: { dialect: "openai-chat", url: `${upstream.url}/v1` },
        },
        routes: [
          { model: "native", upstream: "messages", loader: "native" },
          { model: "bridge", upstream: "messages", loader: "bridge" },
          { model: "append", upstream: "messages", loader: "append" },
          { model: "eager", upstream: "messages", loader: "eager" },
          { model: "chat", upstream: "chat" },
          { model: "responses", upstream: "responses" },
          { model: "responses-injected", upstream: "responses", inject: "always", loader: "bridge" },
          { model: "injected", upstream: "messages", inject: "always", loader: "bridge" },
          { model: "hostile", upstream: "hostile", loader: "bridge" },
          { model: "hostile-chat", upstream: "hostileChat", loader: "bridge" },
          { model: "*", upstream: "messages" },
        ],
        retries: { attempts: 0 },
        // The process of the tests runs many other files, and what they leave on the heap says nothing about this gateway.
        limits: { memoryBytes: Number.MAX_SAFE_INTEGER },
        trace: { captureContent: true },
      },
      {
        reportProblem: (problem, error) => problems.push(`${problem}: ${(error as Error | undefined)?.stack}`),
        findMcpServer: (name) => (name === "cal" ? calendar : undefined),
      },
    );
    closers.push(() => gateway.close());
  });
  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  const post = async (json: string, path = "/v1/messages"): Promise<Response> =>
    gateway.app.request(path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": "k", "anthropic-version": "2023-06-01" },
      body: json,
    });

  const expectAnswered = async (
    response: Response,
    statuses: readonly number[],
    envelope: "messages" | "chat" = "messages",
  ): Promise<string> => {
    const text = await response.text();
    expect({ status: response.status, problems: problems.splice(0) }).toEqual({
      status: expect.toSatisfy((status: number) => statuses.includes(status)),
      problems: [],
    });
    if (response.status !== 200) {
      const { type, error } = JSON.parse(text) as { type: string; error: { type: string; message: string } };
      const expected = envelope === "messages" ? "error" : undefined;
      expect([type, typeof error.type, typeof error.message]).toEqual([expected, "string", "string"]);
    }
    return text;
  };

  return { surroundings, post, expectAnswered };
}
