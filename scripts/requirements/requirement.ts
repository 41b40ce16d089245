/** One thing that the project must do. Tests cite its id at the start of their title. */
export interface Requirement {
  readonly source: Source;
  readonly behaviour: string;
  /** What is missing. A test that cites the id with `it.fails` shows it, or the tests in `shownIn`. */
  readonly gap?: string;
  /** The test file that shows the gap through a helper of its own, from the root of the repository; it cites the id. */
  readonly shownIn?: string;
  /** Why nothing tests it yet: the feature does not exist. */
  readonly planned?: string;
}

/** Requirements by id, in the order in which people read them. */
export type Requirements = Readonly<Record<string, Requirement>>;

/** Where a requirement comes from: a client seen on the wire, documentation of an API, reports of users, or a decision of this project. */
export type Source =
  | "Claude Code 2.1.325 on the wire"
  | "published descriptions of Claude Code"
  | "Anthropic Messages API documentation"
  | "OpenAI API documentation"
  | "Codex 0.166 and opencode 1.18 on the wire"
  | "extensions of Chat Completions by OpenRouter, orq.ai, vLLM, SGLang and Moonshot"
  | "Model Context Protocol"
  | "reports of users"
  | "design";

/** What a requirement says about what is not there yet. */
export type Missing = Pick<Requirement, "gap" | "shownIn" | "planned">;

export function requirement(source: Source, behaviour: string, missing: Missing = {}): Requirement {
  return { source, behaviour, ...missing };
}
