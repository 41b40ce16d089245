import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Arrival, pieceMilliseconds } from "../scenario/arrival.ts";

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Far more than a request takes on a busy machine. */
const maxMilliseconds = 60_000;
const agent = new Agent({ keepAlive: true, noDelay: true });

/** Sends a JSON body over a connection that is kept alive. */
export async function post(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  arrival: Arrival,
): Promise<Reply> {
  const bytes = Buffer.from(JSON.stringify(body));
  const sent = request(url, {
    agent,
    method: "POST",
    signal: AbortSignal.timeout(maxMilliseconds),
    headers: { "content-type": "application/json", "content-length": bytes.length, ...headers },
  });
  const replied = new Promise<Reply>((resolve, reject) => {
    sent.on("error", reject).on("response", (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("data", (chunk: string) => {
          text += chunk;
        })
        .on("error", reject)
        .on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
    });
  });
  if (arrival === "in pieces") {
    sent.write(bytes.subarray(0, bytes.length / 2));
    await wait(pieceMilliseconds);
    sent.end(bytes.subarray(bytes.length / 2));
  } else {
    sent.end(bytes);
  }
  return replied;
}

/** The data of server-sent events, parsed. */
export function readEvents(body: string): readonly unknown[] {
  return body
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice("data:".length).trim())
    .filter((data) => data !== "[DONE]")
    .map((data) => JSON.parse(data) as unknown);
}
