/** One answer of a scripted model, independent of any dialect. */
export interface ScriptedTurn {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
  /** The answer stops because it reached the maximum length. */
  readonly isCut?: boolean;
  /** The endpoint refuses the request with this status. */
  readonly failure?: { readonly status: number; readonly message: string; readonly retryAfter?: string };
  /**
   * What happens to a stream after its first events. `dies`: the connection is lost. `stalls`: nothing more comes. `breaks`: data
   * comes that cannot be parsed. `fails`: an error event comes.
   */
  readonly fault?: "dies" | "stalls" | "breaks" | "fails";
}

/** The answers to requests, in order. The last one is repeated. */
export type Script = readonly ScriptedTurn[];

/** The answer to a request by its number, counted from one. */
export function turnOf(script: Script, requestNumber: number): ScriptedTurn {
  return script[Math.min(requestNumber, script.length) - 1] ?? {};
}
