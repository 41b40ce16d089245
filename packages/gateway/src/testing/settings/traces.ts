import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { trace as traceApi } from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { TraceConfig } from "../../config/gateway-config.ts";
import type { AdminApiHealth } from "../../http/admin/admin-api.ts";
import { question } from "../answering-gateway.ts";
import { until } from "../gate.ts";
import { type Proof, type Stage, withUpstream } from "./proof.ts";
import type { RunningGateway } from "./run-gateway.ts";

function tracing(part: Omit<Proof, "config"> & { readonly trace: (value: never, stage: Stage) => TraceConfig }): Proof {
  const { trace, ...proof } = part;
  return { ...proof, config: (value, stage) => withUpstream(stage, { trace: trace(value, stage) }) };
}

const readLines = async (file: string): Promise<number> => {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "").length;
};

async function keptRecords({ post, get }: RunningGateway): Promise<number> {
  await post(question);
  await post(question);
  const { traces } = (await (await get("/admin/traces")).json()) as { readonly traces: readonly unknown[] };
  return traces.length;
}

export const traceProofs: readonly Proof[] = [
  tracing({
    setting: "trace.log.file",
    shows: "which file gets the record of a request",
    trace: (name, { folder }) => ({ log: { file: join(folder, name) } }),
    observe: async ({ post, gateway, stage: { folder } }) => {
      const before = await Promise.all(["a.jsonl", "b.jsonl"].map((name) => readLines(join(folder, name))));
      await post(question);
      await gateway.close();
      const after = await Promise.all(["a.jsonl", "b.jsonl"].map((name) => readLines(join(folder, name))));
      return after.map((lines, position) => lines - (before[position] ?? 0));
    },
    outcomes: [
      ["a.jsonl", [1, 0]],
      ["b.jsonl", [0, 1]],
    ],
  }),
  tracing({
    setting: "trace.logQueueBytes",
    shows: "how many records are written and dropped",
    trace: (logQueueBytes, { folder }) => ({ log: { file: join(folder, "trace.jsonl") }, logQueueBytes }),
    observe: async ({ post, get }) => {
      const read = async (): Promise<readonly number[]> => {
        const { writers } = (await (await get("/admin/health")).json()) as AdminApiHealth;
        return writers.flatMap(({ writtenLines = 0, droppedLines = 0 }) => [writtenLines, droppedLines]);
      };
      await post(question);
      await until(async () => (await read()).includes(1));
      return read();
    },
    outcomes: [
      [10, [0, 1]],
      [100_000, [1, 0]],
    ],
  }),
  tracing({
    setting: "trace.memory",
    shows: "how many of two records the admin API has",
    trace: (memory) => ({ memory }),
    observe: keptRecords,
    outcomes: [
      [1, 1],
      [2, 2],
    ],
  }),
  tracing({
    setting: "trace.memoryBytes",
    shows: "how many of two records the admin API has",
    trace: (memoryBytes) => ({ memoryBytes }),
    observe: keptRecords,
    outcomes: [
      [1, 0],
      [1_000_000, 2],
    ],
  }),
  tracing({
    setting: "trace.openTelemetry",
    shows: "whether a request becomes a span",
    trace: (openTelemetry) => ({ openTelemetry }),
    observe: async ({ post }) => {
      const exporter = new InMemorySpanExporter();
      const spanProcessors = [new SimpleSpanProcessor(exporter)];
      traceApi.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors }));
      await post(question);
      traceApi.disable();
      return exporter.getFinishedSpans().map(({ name }) => name);
    },
    outcomes: [
      [true, ["chat m"]],
      [false, []],
    ],
  }),
  tracing({
    setting: "trace.captureContent",
    shows: "whether what the client said is in the record",
    trace: (captureContent) => ({ captureContent }),
    observe: async ({ post }) => {
      const { trace } = await post({ ...question, messages: [{ role: "user", content: "A secret." }] });
      return JSON.stringify(trace).includes("A secret.");
    },
    outcomes: [
      [true, true],
      [false, false],
    ],
  }),
];
