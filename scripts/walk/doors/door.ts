import type { Answer } from "../scenario/scenario.ts";

/** One API as a client speaks it. */
export interface Door {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A streaming request of a conversation in which the tool was found, or in which the gateway is to find it. */
  readonly body: (model: string, question: string) => object;
  /** Reads the data of a stream's events. */
  readonly read: (events: readonly unknown[]) => Answer;
}
