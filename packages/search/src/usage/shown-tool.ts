/** An order of the ranker that calls teach something about, and the names of its features. */
export interface LearnedOrder {
  readonly name: string;
  readonly features: readonly string[];
}

/** A tool as a history compares it with others of the same answer. */
export interface RankedTool {
  readonly name: string;
  /** Empty for a tool without a server. */
  readonly server: string;
  /** Its features in the order of their names, each less the mean of the first tools. */
  readonly features: ArrayLike<number>;
}

/** What each kind of knowledge says for a tool, in log-odds, before it is weighed by how far it is trusted. */
export interface Signals {
  /** The words of queries that led to this tool. */
  readonly words: number;
  /** Calls of tools of its server. */
  readonly server: number;
  /** How the tools that were called had matched. */
  readonly features: number;
}

/** What earlier calls add to a tool. */
export interface Lift {
  readonly logOdds: number;
  readonly signals: Signals;
}

/** A tool that an answer shows: how good a match it was, in log-odds, with what learning added. */
export interface ShownTool extends RankedTool {
  readonly hash: string;
  readonly logOdds: number;
  /** Undefined for a tool that could not be lifted. */
  readonly signals: Signals | undefined;
}
