// Runs inside the gateway's process: measures the longest processor time between two turns of its event loop. Unlike a time, it
// says the same on a busy machine. The helper threads of the collector count too.
import { writeSync } from "node:fs";

let longest = 0;
let before = process.cpuUsage();

setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  longest = Math.max(longest, (user + system) / 1_000);
}, 1);

process.on("SIGUSR2", () => {
  writeSync(2, `longest turn ${longest}\n`);
  longest = 0;
});
