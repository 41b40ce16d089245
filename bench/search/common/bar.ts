/** A figure that the engine is held to. */
export interface Bar {
  readonly title: string;
  /** What was measured, in words. */
  readonly measured: string;
  /** Null where this run did not measure it. */
  readonly isMet: boolean | null;
}
