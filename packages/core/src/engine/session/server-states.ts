import { compareNames } from "@toolcrib/shared/names";
import type { StartTimer } from "@toolcrib/shared/timers";
import type { ServerState } from "../../tools/server-state.ts";

/** The servers of a session, and the searches that wait for them. */
export class ServerStates {
  readonly #states = new Map<string, ServerState["state"]>();
  readonly #waiting = new Set<() => void>();

  list(): readonly ServerState[] {
    const states = [...this.#states].sort(([left], [right]) => compareNames(left, right));
    return states.map(([name, state]) => ({ name, state }));
  }

  set(name: string, state: ServerState["state"]): void {
    this.#states.set(name, state);
    this.#wake();
  }

  delete(name: string): void {
    this.#states.delete(name);
    this.#wake();
  }

  /** Resolves when no server is connecting any more, or when the time is up. */
  settled(milliseconds: number, startTimer: StartTimer): Promise<void> {
    if (!this.#isConnecting()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        timer.stop();
        this.#waiting.delete(end);
        resolve();
      };
      const timer = startTimer(milliseconds, end);
      this.#waiting.add(end);
    });
  }

  #isConnecting(): boolean {
    return [...this.#states.values()].includes("connecting");
  }

  #wake(): void {
    if (!this.#isConnecting()) for (const end of this.#waiting) end();
  }
}
