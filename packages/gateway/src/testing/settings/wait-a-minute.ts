import { question } from "../answering-gateway.ts";
import { type Gate, until } from "../gate.ts";
import type { RunningGateway } from "./run-gateway.ts";

/** The status of a request whose upstream says nothing for a minute: the upstream waits at the gate. */
export function statusAfterAMinute(gate: Gate): (running: RunningGateway) => Promise<number> {
  return async ({ post, timers, stage }) => {
    gate.close();
    const before = stage.upstream.seen.length;
    const answer = post(question);
    await until(() => stage.upstream.seen.length > before);
    timers.run(60_000);
    gate.open();
    return (await answer).status;
  };
}
