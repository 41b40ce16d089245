// Asks `/healthz` on a new connection every 10 ms, and tells the longest wait since it was asked last.
import { get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const pause = 10;
const waiting = new Set();
let longest = 0;

function ask() {
  const startedAt = performance.now();
  waiting.add(startedAt);
  const end = () => {
    if (waiting.delete(startedAt)) longest = Math.max(longest, performance.now() - startedAt);
  };
  get(`${workerData}/healthz`, { agent: false }, (response) => response.resume().on("end", end)).on("error", end);
}

setInterval(ask, pause);
parentPort?.on("message", () => {
  const now = performance.now();
  const open = [...waiting].map((startedAt) => now - startedAt);
  parentPort?.postMessage(Math.max(longest, ...open, 0));
  longest = 0;
});
