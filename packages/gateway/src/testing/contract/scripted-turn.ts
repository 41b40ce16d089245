/** What an upstream's model does in one turn, in no dialect's words. */
export interface ScriptedTurn {
  readonly thinking?: string;
  readonly text?: string;
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly input: Readonly<Record<string, unknown>>;
  }[];
  /** Stops because the answer is as long as was allowed. */
  readonly isCut?: boolean;
  /** Answers with this status instead. */
  readonly failure?: { readonly status: number; readonly message: string; readonly retryAfter?: string };
  /** How the stream goes wrong after its first words. */
  readonly fault?: "dies" | "stalls" | "breaks" | "fails";
}

/** Turns, by the number of the request, counted from one. The last is repeated. */
export type Script = readonly ScriptedTurn[];

export function turnOf(script: Script, requestNumber: number): ScriptedTurn {
  return script[Math.min(requestNumber, script.length) - 1] ?? {};
}
