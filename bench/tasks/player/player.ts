import type { DialectName } from "../dialects/dialect.ts";
import type { ModelStep, Prompt } from "../prompt/prompt.ts";
import type { Task } from "../types.ts";

/** One model call that waits for its answer. */
export interface ModelTurn {
  readonly setUp: string;
  readonly task: Task;
  /** Counted from one in each conversation. */
  readonly number: number;
  readonly prompt: Prompt;
}

/** Somebody who is asked for the model's next step, and sees what a model would see. */
export interface Player {
  readonly play: (turn: ModelTurn) => Promise<ModelStep>;
}

/** A real model behind an endpoint: it gets the request itself, and its whole answer goes back. */
export interface Endpoint {
  readonly forward: (
    turn: ModelTurn,
    request: { readonly dialect: DialectName; readonly body: Readonly<Record<string, unknown>> },
  ) => Promise<{ readonly status: number; readonly answer: Readonly<Record<string, unknown>> }>;
}

/** The player cannot go on with this task, or with none. */
export class PlayerStopped extends Error {
  override readonly name = "PlayerStopped";
  /** Nothing more can be played: the budget is used up. */
  readonly endsRun: boolean;

  constructor(message: string, { endsRun = false }: { readonly endsRun?: boolean } = {}) {
    super(message);
    this.endsRun = endsRun;
  }
}
