/** The providers behind upstreams, which need different headers for the feature. */
export const providers = ["anthropic", "bedrock", "vertex", "foundry", "other"] as const;

export type Provider = (typeof providers)[number];

/** The beta names that turn the feature on; on Anthropic's own API and on Vertex it is generally available and needs none. */
export const defaultBetas: Readonly<Record<Provider, readonly string[]>> = {
  anthropic: [],
  vertex: [],
  bedrock: ["tool-search-tool-2025-10-19"],
  foundry: ["advanced-tool-use-2025-11-20"],
  other: [],
};

/** Every beta name that belongs to tool search: none of them may be sent when the feature is off. */
const toolSearchBetas: ReadonlySet<string> = new Set([
  "advanced-tool-use-2025-11-20",
  "tool-search-tool-2025-10-19",
  "inline-tools-2026-09-15",
  "mid-conversation-tool-changes-2026-07-01",
]);

/** Whether a beta name belongs to tool search. */
export function isToolSearchBeta(name: string): boolean {
  return toolSearchBetas.has(name);
}

/** What the beta header of a request depends on. */
export interface BetaQuestion {
  /** The beta names of this feature on this upstream. */
  readonly featureBetas: readonly string[];
  /** Beta names that the caller adds. */
  readonly wanted: readonly string[];
  /** Those of earlier requests of this conversation, as far as the caller knows. */
  readonly sent: readonly string[];
  readonly isOn: boolean;
  /** Whether the conversation shows that the feature was on before. */
  readonly wasOn: boolean;
  /** Whether the feature must leave no trace: the kill switch, or an upstream that refused it. */
  readonly mustBeAbsent: boolean;
}

/** The names for the header, without duplicates. A name that was sent stays, because the prompt cache also depends on the header. */
export function chooseBetas(question: BetaQuestion): readonly string[] {
  const ofFeature = question.isOn || question.wasOn ? question.featureBetas : [];
  const names = [...new Set([...question.wanted, ...question.sent, ...ofFeature])];
  if (!question.mustBeAbsent) return names;
  return names.filter((name) => !isToolSearchBeta(name) && !question.featureBetas.includes(name));
}
