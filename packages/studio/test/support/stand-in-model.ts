import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AcceptedRequest,
  createStrictMessagesApi,
  type RequestBody,
  type WireBlock,
} from "@toolcrib/anthropic/testing";

/** What the stand-in does next: search, call a tool by its real name, or speak. */
export type Intent =
  | { readonly search: string }
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly say: string };

/** A strict Messages API on a socket, with a script where the model would be. */
export interface StandInModel {
  readonly url: string;
  /** What it does from now on, one intent a request. */
  follow(script: readonly Intent[]): void;
  readonly accepted: readonly AcceptedRequest[];
  /** What it refused, in the API's words. */
  readonly rejected: readonly string[];
  close(): Promise<void>;
}

export async function startStandInModel(): Promise<StandInModel> {
  const intents: Intent[] = [];
  const api = createStrictMessagesApi((body, number) => [carryOut(intents.shift() ?? { say: "Done." }, body, number)]);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      void api
        .fetch(`http://stand-in${request.url}`, { method: "POST", headers, body: Buffer.concat(chunks) })
        .then(async (answer) => {
          response.writeHead(answer.status, Object.fromEntries(answer.headers));
          response.end(await answer.text());
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    follow: (script) => {
      intents.splice(0, intents.length, ...script);
    },
    accepted: api.accepted,
    rejected: api.rejected,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Uses what the request offers: whatever the search is called, and the bridge where the real tool is not in the prompt. */
function carryOut(intent: Intent, body: RequestBody, number: number): WireBlock {
  if ("say" in intent) return { type: "text", text: intent.say };
  const names = (body.tools ?? []).map(({ name }) => String(name));
  const id = `toolu_stand_in_${number}`;
  if ("search" in intent) {
    const name = names.find((candidate) => /search/i.test(candidate) && !candidate.startsWith("mcp__")) ?? "ToolSearch";
    const input = /regex/.test(name) ? { pattern: intent.search } : { query: intent.search };
    return { type: "tool_use", id, name, input };
  }
  if (names.includes(intent.call)) return { type: "tool_use", id, name: intent.call, input: intent.input };
  return { type: "tool_use", id, name: "call_tool", input: { name: intent.call, arguments: intent.input } };
}
