import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { LaneOrder, LaneReport } from "./lane.ts";

const script = fileURLToPath(new URL("./lane.ts", import.meta.url));

/** A process with a model and a client: one of each for each replica, so that neither is busier with more replicas. */
export interface Lane {
  readonly modelUrl: string;
  /** Resolves when all is answered. */
  send(order: LaneOrder): Promise<{ readonly latencyP50: number; readonly latencyP99: number }>;
  end(): void;
}

export async function startLane(): Promise<Lane> {
  const child = fork(script, { execArgv: process.execArgv });
  const nextReport = (): Promise<LaneReport> =>
    new Promise((resolve, reject) => {
      child.once("message", (message) => resolve(message as LaneReport));
      child.once("exit", () => reject(new Error("The lane ended.")));
    });
  const first = await nextReport();
  if (!("modelUrl" in first)) throw new Error("The lane did not say where its model is.");
  return {
    modelUrl: first.modelUrl,
    send: async (order) => {
      const answered = nextReport();
      child.send(order);
      const report = await answered;
      if ("modelUrl" in report || report.failure !== undefined)
        throw new Error(`The lane failed: ${JSON.stringify(report)}`);
      return report;
    },
    end: () => void child.kill("SIGKILL"),
  };
}
