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
  /** Each request waits from now on, until it is told to answer one, or all. */
  hold(): void;
  /** Answers the request that waits, once there is one. */
  answerOne(): Promise<void>;
  answerAll(): void;
  readonly accepted: readonly AcceptedRequest[];
  /** What it refused, in the API's words. */
  readonly rejected: readonly string[];
  close(): Promise<void>;
}

export async function startStandInModel(): Promise<StandInModel> {
  const intents: Intent[] = [];
  const api = createStrictMessagesApi((body, number) => [carryOut(intents.shift() ?? { say: "Done." }, body, number)]);
  const gate = new Gate();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
      const init = { method: "POST", headers, body: Buffer.concat(chunks) };
      const answering = async () => {
        await gate.pass();
        const answer = await api.fetch(`http://stand-in${request.url}`, init);
        response.writeHead(answer.status, Object.fromEntries(answer.headers));
        response.end(await answer.text());
      };
      void answering();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    follow: (script) => {
      intents.splice(0, intents.length, ...script);
    },
    hold: () => gate.close(),
    answerOne: () => gate.letOne(),
    answerAll: () => gate.open(),
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

/** Lets everybody pass while it is open, and one by one while it is closed. */
class Gate {
  readonly #waiting: (() => void)[] = [];
  #isClosed = false;
  #onArrival: () => void = () => {};

  async pass(): Promise<void> {
    if (!this.#isClosed) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#onArrival();
    });
  }

  async letOne(): Promise<void> {
    if (this.#waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.#onArrival = resolve;
      });
    }
    this.#waiting.shift()?.();
  }

  close(): void {
    this.#isClosed = true;
  }

  open(): void {
    this.#isClosed = false;
    for (const pass of this.#waiting.splice(0)) pass();
  }
}
