/** One thing that the scripted model does: the prompt itself says what. */
export type Step =
  /** Searches for tools. Left out where the model has nothing to search with. */
  | { readonly search: string }
  /** Calls a tool by its real name. */
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>> }
  /** Starts a subagent that does these steps. */
  | { readonly agent: readonly Step[] }
  /** Answers the user. */
  | { readonly say: string };

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
