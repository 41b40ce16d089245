import { writeSync } from "node:fs";

// Measures one system in a process of its own: `node measure-peer.mjs NAME RUNS`. Prints one line of JSON.
const [name = "", count = "100"] = process.argv.slice(2);
const { open } = await import(`./systems/${name}.mjs`);

const began = performance.now();
const system = await open();
check(await system.run());
const cold = performance.now() - began;
for (let index = 0; index < 20; index++) check(await system.run());
const runs = await repeat(() => system.run().then(check));
const result = { cold, runs };
if (system.suspend !== undefined) {
  const { bytes, resume } = await system.suspend();
  Object.assign(result, { stateBytes: bytes, resumes: await repeat(() => resume().then(check)) });
}
await system.close?.();
writeSync(1, `${JSON.stringify({ ...result, megabytes: process.memoryUsage().rss / 2 ** 20 })}\n`);
// Isolates of V8 may keep a process from exiting.
process.kill(process.pid, "SIGKILL");

async function repeat(run) {
  const times = [];
  for (let index = 0; index < Number(count); index++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times;
}

function check(value) {
  if (value !== 42) throw new Error(`Expected 42, got ${JSON.stringify(value)}`);
}
