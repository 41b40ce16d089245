import { Agent, request } from "node:http";
import { isComplete } from "./apis.ts";
import type { System, Target } from "./system.ts";

export interface CallTimes {
  readonly firstByteMilliseconds: number;
  readonly lastByteMilliseconds: number;
}

/** Makes one call and takes its times from the first byte sent. Rejects unless the answer is complete and good. */
export function timedCall(agent: Agent, system: System, target: Target, body: Buffer): Promise<CallTimes> {
  return new Promise((resolve, reject) => {
    const headers = { ...system.headersFor(target), "content-length": body.length };
    const call = request(system.urlFor(target), { method: "POST", agent, headers });
    const start = performance.now();
    call.on("error", reject);
    call.on("response", (response) => {
      let firstByte = 0;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => {
        if (firstByte === 0) firstByte = performance.now();
        chunks.push(chunk);
      });
      response.on("error", reject);
      response.on("aborted", () => reject(new Error(`${system.name} broke off.`)));
      response.on("end", () => {
        const end = performance.now();
        const text = Buffer.concat(chunks);
        if (response.statusCode !== 200 || !isComplete(text)) {
          reject(new Error(`${system.name} answered ${response.statusCode}: ${text.toString().slice(0, 200)}`));
        } else {
          resolve({ firstByteMilliseconds: firstByte - start, lastByteMilliseconds: end - start });
        }
      });
    });
    call.end(body);
  });
}

/** Connections that are kept, as SDKs keep them. */
export function createAgent(maxSockets = Number.POSITIVE_INFINITY): Agent {
  return new Agent({ keepAlive: true, maxSockets, noDelay: true });
}
