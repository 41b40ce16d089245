import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { LaneOrder, LaneReport } from "./lane.ts";

const script = fileURLToPath(new URL("./lane.ts", import.meta.url));

/** A process with a model and a client: one of each for each replica, so that neither is busier with more replicas. */
export interface Lane {
  readonly modelUrl: string;
  /** Resolves when all is answered. */
  send(order: LaneOrder): Promise<void>;
  end(): void;
}

export async function startLane(): Promise<Lane> {
  const child = fork(script, { execArgv: process.execArgv });
  const ended = new Promise<never>((_, reject) => child.once("exit", () => reject(new Error("The lane ended."))));
  ended.catch(() => {});
  const nextReport = (): Promise<LaneReport> =>
    Promise.race([
      ended,
      new Promise<LaneReport>((resolve) => child.once("message", (message) => resolve(message as LaneReport))),
    ]);
  const first = await nextReport();
  if (!("modelUrl" in first)) throw new Error("The lane did not say where its model is.");
  return {
    modelUrl: first.modelUrl,
    send: async (order) => {
      const answered = nextReport();
      child.send(order);
      const report = await answered;
      if (!("failure" in report) || report.failure !== null) throw new Error(JSON.stringify(report));
    },
    end: () => void child.kill("SIGKILL"),
  };
}
