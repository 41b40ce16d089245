import { answersIn, promptOf, type Step } from "../upstream/steps.ts";

/** One turn of a conversation. */
export interface Turn {
  readonly prompt: string;
  /** What the client answers. */
  readonly expected: string;
  /** Everything that the model says meanwhile, also as a subagent. */
  readonly answers: readonly string[];
}

/** A turn in which the scripted model does these steps. */
export function turnOf(steps: readonly [...Step[], { readonly say: string }]): Turn {
  const last = steps.at(-1) as { readonly say: string };
  return { prompt: promptOf(steps), expected: last.say, answers: answersIn(steps) };
}
