// A process of `npm run bench:teams`: a model, and a client that sends requests to replicas in turn.
import { Agent, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { question, startModel } from "./model.ts";

/** The requests that a lane sends. */
export interface LaneOrder {
  readonly urls: readonly string[];
  readonly requests: number;
  readonly connections: number;
  /** Requests a second; undefined: as fast as they are answered. */
  readonly rate: number | undefined;
}

/** What a lane says: where its model is, and how each order ended. */
export type LaneReport = { readonly modelUrl: string } | { readonly failure: string | null };

const model = await startModel();
const agent = new Agent({ keepAlive: true });
let sent = 0;

process.on("message", (order: LaneOrder) => void carryOut(order).then(report, fail));
process.on("disconnect", () => process.exit());
report({ modelUrl: model.url });

async function carryOut({ urls, requests, connections, rate }: LaneOrder): Promise<LaneReport> {
  let next = 0;
  const begin = performance.now();
  const client = async (): Promise<void> => {
    while (next < requests) {
      const number = next++;
      const early = rate === undefined ? 0 : begin + (number * 1_000) / rate - performance.now();
      if (early > 0) await wait(early);
      await post(`${urls[number % urls.length]}/v1/messages`);
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  return { failure: null };
}

/** Each request is a conversation of its own, and brings the result of a tool call, so that it has something for the audit log. */
function post(url: string): Promise<void> {
  const number = ++sent;
  const id = `toolu_${process.pid}_${number}`;
  const messages = [
    { role: "user", content: `${number}: what is here?` },
    { role: "assistant", content: [{ type: "tool_use", id, name: "Bash", input: { command: "ls" } }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "done" }] },
  ];
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: "POST", agent }, (response) => {
      response.resume();
      response.on("end", () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`status ${response.statusCode}`)),
      );
    });
    asked.on("error", reject);
    asked.end(JSON.stringify({ ...question, messages }));
  });
}

function report(line: LaneReport): void {
  process.send?.(line);
}

function fail(error: unknown): void {
  report({ failure: String(error) });
}
