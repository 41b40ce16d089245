import { createBodies, type RequestShape } from "./request-body.ts";
import type { System } from "./system.ts";
import { createAgent, timedCall } from "./timed-call.ts";

export interface ThroughputResult {
  readonly system: string;
  readonly tools: number;
  readonly connections: number;
  readonly requestsPerSecond: number;
  readonly errors: number;
  readonly residentMegabytes: number | undefined;
}

/** As many requests as go through in a time, on connections that each wait for their answer. */
export async function measureThroughput(
  system: System,
  shape: RequestShape,
  options: { readonly connections: number; readonly seconds: number },
  residentMegabytes: (processId: number) => number | undefined,
): Promise<ThroughputResult> {
  const nextBody = createBodies(shape);
  // Made before the clock starts: the driver shares a core with the upstream.
  const bodies = Array.from({ length: 50 }, nextBody);
  const agent = createAgent();
  const end = performance.now() + options.seconds * 1000;
  let done = 0;
  let errors = 0;
  const work = async (): Promise<void> => {
    while (performance.now() < end) {
      const body = bodies[done % bodies.length] ?? nextBody();
      await timedCall(agent, system, { ...shape, path: "" }, body).then(
        () => {
          done += 1;
        },
        () => {
          errors += 1;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: options.connections }, work));
  agent.destroy();
  return {
    system: system.name,
    tools: shape.tools,
    connections: options.connections,
    requestsPerSecond: done / options.seconds,
    errors,
    residentMegabytes: residentMegabytes(system.processId),
  };
}
