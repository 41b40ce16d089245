// The measured process: a gateway as `toolcrib serve` makes it, and an index as a program makes it. Started by `start-process.ts`.
import type { Command, ProcessOptions } from "./commands.ts";
import { FunctionCoverage } from "./function-coverage.ts";
import { importBuilt } from "./import-built.ts";
import { StartedWork } from "./started-work.ts";
import { removeListeners } from "./without-listeners.ts";

const lookMilliseconds = 20;
const maxTimers = 50;

const coverage = new FunctionCoverage();
await coverage.start();
const work = new StartedWork();
const options = JSON.parse(process.argv[2] ?? "") as ProcessOptions;
const { url, search } = await startAll(options);

process.on("disconnect", () => process.exit());
process.on("message", ({ id, ...command }: Command) => {
  void run(command)
    .catch((error: Error) => ({ error: error.stack }))
    .then((reply) => process.send?.({ id, ...reply }));
});
process.send?.({ id: 0, result: url });

async function run(command: Omit<Command, "id">): Promise<{ readonly result?: unknown }> {
  switch (command.name) {
    case "search":
      return { result: await search(command.query ?? "") };
    case "begin":
      await coverage.collect();
      coverage.take();
      // Timers of the start, or of a session, do not belong to this request.
      work.stopTimers();
      return {};
    case "end":
      await untilIdle();
      return { result: coverage.take() };
  }
}

/** Waits until nothing runs and nothing is to come. Calls what timers that are left would call later. */
async function untilIdle(): Promise<void> {
  let idleLooks = 0;
  let timers = 0;
  while (idleLooks < 3) {
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
    idleLooks = (await coverage.collect()) || work.isRunning ? 0 : idleLooks + 1;
    if (idleLooks !== 1) continue;
    const ended = work.endTimers();
    if (ended > 0) idleLooks = 0;
    timers += ended;
    if (timers > maxTimers) throw new Error("Expected the request to end, got timers that start others without end.");
  }
}

async function startAll({ config, entries, tools, listeners }: ProcessOptions) {
  if (!listeners) await removeListeners();
  const { startServing } = await importBuilt<typeof import("../../../packages/cli/src/serving/start-serving.ts")>(
    "cli/dist/serving/start-serving.js",
  );
  const { createRequestLog } = await importBuilt<typeof import("../../../packages/cli/src/serving/request-log.ts")>(
    "cli/dist/serving/request-log.js",
  );
  const { createConsoleOutput } = await importBuilt<
    typeof import("../../../packages/cli/src/output/console-output.ts")
  >("cli/dist/output/console-output.js");
  const { readConfigValue } =
    await importBuilt<typeof import("../../../packages/mcp/src/config/index.ts")>("mcp/dist/config/index.js");
  const { ToolIndex } =
    await importBuilt<typeof import("../../../packages/search/src/index.ts")>("search/dist/index.js");
  const output = createConsoleOutput();
  const log = createRequestLog(output);
  const serving = await startServing(
    {
      config,
      entries: readConfigValue({ mcpServers: entries }, "walk", { environment: {} }).entries,
      port: 0,
      ...(listeners && { sinks: [log.sink], onRefused: log.refused }),
    },
    output,
  );
  await serving.pool.settled(20_000);
  const index = new ToolIndex();
  index.add(tools);
  await index.ready();
  return {
    url: serving.address.url,
    search: async (query: string) => (await index.search(query)).hits.map(({ name }) => name),
  };
}
