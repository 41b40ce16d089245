/** One thing that the scripted model does: the prompt itself says what. */
export type Step =
  /** Searches for tools. Left out where the model has nothing to search with. */
  | SearchStep
  /** Calls a tool by its real name, and gives up when the result does not hold the text `returns`. */
  | CallStep
  /** Starts a subagent that does these steps. */
  | { readonly agent: readonly Step[] }
  /** Waits for the subagent that the last call started, where a tool does that. Its answer contains the text `returns`. */
  | { readonly wait: true; readonly returns: string }
  /** Answers the user. */
  | { readonly say: string };

export interface SearchStep {
  readonly search: string;
  /** The names that a search takes which finds tools by name. */
  readonly paths?: readonly string[];
}

export interface CallStep {
  readonly call: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly returns: string;
}

const pattern = /<steps>(.*?)<\/steps>/s;

/** A prompt that makes the scripted model do these steps, one in each answer. */
export function promptOf(steps: readonly Step[]): string {
  return `Do exactly this, one step in each answer. <steps>${JSON.stringify(steps)}</steps>`;
}

/** The steps that a text asks for; undefined where it asks for none. */
export function stepsIn(text: string): readonly Step[] | undefined {
  const written = pattern.exec(text)?.[1];
  return written === undefined ? undefined : (JSON.parse(written) as readonly Step[]);
}

/** What the model says when it does all these steps, those of subagents included. */
export function answersIn(steps: readonly Step[]): readonly string[] {
  return steps.flatMap((step) => ("say" in step ? [step.say] : "agent" in step ? answersIn(step.agent) : []));
}
