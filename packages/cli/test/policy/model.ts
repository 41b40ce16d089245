import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the model says in one answer: a text, or calls. */
export type Saying = string | readonly { readonly name: string; readonly input: object }[];

/** A model that says what a test wants it to say, whatever it was sent, and keeps what it was sent. */
export interface PuppetModel {
  readonly url: string;
  /** Forgets what it was sent, and says these in turn; after them, that it is done. */
  readonly play: (...sayings: readonly Saying[]) => void;
  /** What it was sent: the tools and messages of each request, for counting too. */
  readonly sent: () => readonly SentRequest[];
  readonly close: () => Promise<void>;
}

interface SentRequest {
  readonly tools?: readonly { readonly name?: string }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

export async function startPuppetModel(): Promise<PuppetModel> {
  let sayings: readonly Saying[] = [];
  let sent: SentRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as SentRequest;
      sent.push(body);
      const isCount = incoming.url?.includes("count_tokens") === true;
      const answer = isCount ? { input_tokens: 7 } : messageOf(sayings[sent.length - 1] ?? "Done.", sent.length);
      outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    play: (...given) => {
      sayings = given;
      sent = [];
    },
    sent: () => sent,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function messageOf(saying: Saying, number: number): object {
  const content =
    typeof saying === "string"
      ? [{ type: "text", text: saying }]
      : saying.map((call, position) => ({ type: "tool_use", id: `toolu_${number}_${position}`, ...call }));
  return {
    id: `msg_${number}`,
    type: "message",
    role: "assistant",
    model: "puppet",
    content,
    stop_reason: typeof saying === "string" ? "end_turn" : "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
