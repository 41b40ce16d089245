import { Worker } from "node:worker_threads";
import type { StartTimer, Timer } from "@toolcrib/shared/timers";
import type { ReportProblem } from "../contracts/report-problem.ts";
import type { HealthAnswer, HealthAnswers } from "../http/health-answers.ts";
import { healthWorkerSource } from "./health-worker-source.ts";
import { listenError } from "./listen.ts";

export interface HealthServerOptions {
  readonly port: number;
  readonly host: string;
  /** What to answer now. */
  readonly answers: () => HealthAnswers;
  readonly startTimer: StartTimer;
  readonly reportProblem: ReportProblem;
}

/** How often the answers are read. */
const readMilliseconds = 1_000;
/** No request within the limits keeps the main thread busy for nearly as long: new ones should go elsewhere, and finally it is replaced. */
const maxAges: Readonly<Record<keyof HealthAnswers, number>> = { "/readyz": 10_000, "/healthz": 60_000 };
const notYet: HealthAnswer = { status: 503, body: { status: "starting" } };
const starting: HealthAnswers = { "/healthz": notYet, "/readyz": notYet };
const stuck: HealthAnswer = { status: 503, body: { status: "stuck" } };
const notFound: HealthAnswer = { status: 404, body: { status: "not found" } };

/**
 * Answers health checks in a thread and at a port of its own. At the gateway's own port a check waits behind all connections that are
 * opened at the same moment: Node accepts one of them in each turn of the event loop, and a busy loop has few turns.
 */
export class HealthServer {
  readonly #worker: Worker;
  readonly #options: HealthServerOptions;
  #timer: Timer | undefined;
  /** Where it listens. */
  readonly port: number;

  private constructor(worker: Worker, port: number, options: HealthServerOptions) {
    this.#worker = worker;
    this.port = port;
    this.#options = options;
    worker.on("error", (error) => options.reportProblem(`Nothing answers at the health port ${port} any more.`, error));
  }

  /** Listens, and says that the gateway is starting. */
  static async open(options: HealthServerOptions): Promise<HealthServer> {
    const { port, host } = options;
    const worker = new Worker(healthWorkerSource, {
      eval: true,
      name: "toolcrib-health",
      // It needs no arguments, and no variables that may hold secrets.
      argv: [],
      env: {},
      execArgv: [],
      workerData: { port, host, maxAges, starting, stuck, notFound },
    });
    const listening = await new Promise<{ readonly port: number } | { readonly problem: string }>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    if ("port" in listening) {
      worker.unref();
      worker.removeAllListeners("error");
      return new HealthServer(worker, listening.port, options);
    }
    await worker.terminate();
    throw listenError({ port, host, reason: listening.problem });
  }

  /** Answers as the gateway does, from now on. */
  start(): void {
    this.update();
    const timer = this.#options.startTimer(readMilliseconds, () => {
      this.update();
      timer.restart();
    });
    this.#timer = timer;
  }

  /** Reads the answers at once, because they have changed. */
  update(): void {
    this.#worker.postMessage(this.#options.answers());
  }

  async close(): Promise<void> {
    this.#timer?.stop();
    await this.#worker.terminate();
  }
}
