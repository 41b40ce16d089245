/** What the thread tells. The report comes from the program and may be anything. */
export interface EngineAnswer {
  readonly report?: string;
  readonly base?: string;
  readonly state?: Uint8Array;
  /** How much memory the machine has taken so far, if its state may be kept. */
  readonly filledBytes?: number;
  readonly failure?: "cpu" | "cancelled" | "crash" | "memory" | "other-base";
  readonly text?: string;
  readonly spent: number;
}
