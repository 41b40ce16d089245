import { compareNames } from "@toolcrib/shared/names";
import { formatCount } from "@toolcrib/shared/text";
import type { NamedTool } from "../servers/collect-tools.ts";
import { estimateTokens } from "../tokens/estimate-tokens.ts";
import type { UsageData } from "./usage-data.ts";

/** A tool to keep in the prompt. */
interface EagerTool {
  readonly name: string;
  /** Conversations that called it, or calls if only these are known. */
  readonly uses: number;
  /** The part of the conversations; undefined if only calls are known. */
  readonly share?: number;
  /** What it costs in every prompt, estimated. */
  readonly tokens: number;
}

/** Which tools to keep in the prompt, or what is missing to tell. */
export interface EagerAdvice {
  readonly source: UsageData["source"] | null;
  readonly tools: readonly EagerTool[];
  /** Rules for `settings.policy` that keep them there. */
  readonly policy: readonly { readonly action: "pin"; readonly name: string }[];
  readonly says: string;
}

const maxEager = 5;
const manyTools = 100;
const minUses = 2;
const minConversations = 5;
/** A tool that fewer conversations need costs all the others more than it saves. */
const minShare = 0.1;

/** Chooses the tools that are used most. */
export function adviseEagerTools(tools: readonly NamedTool[], usage: UsageData | undefined): EagerAdvice {
  if (usage === undefined) {
    return withoutTools(
      null,
      "Nothing is known about how the tools are used. Name a running gateway with --gateway, or a file of what search learned with --history.",
    );
  }
  const { source, conversations } = usage;
  if (conversations !== undefined && conversations < minConversations) {
    return withoutTools(
      source,
      `The gateway remembers ${conversations} conversations; at least ${minConversations} are needed to tell which tools are used most.`,
    );
  }
  const used = tools
    .flatMap((tool): EagerTool[] => {
      const uses = usage.uses.get(tool.name) ?? 0;
      const share = conversations === undefined ? undefined : uses / conversations;
      if (uses < minUses || (share ?? 1) < minShare) return [];
      return [{ name: tool.name, uses, ...(share !== undefined && { share }), tokens: estimateTokens([tool]) }];
    })
    .toSorted((left, right) => right.uses - left.uses || compareNames(left.name, right.name))
    .slice(0, maxEager);
  if (used.length === 0) return withoutTools(source, "No tool is used often enough to keep it in the prompt.");
  const benefit =
    tools.length > manyTools
      ? `With more than ${manyTools} tools, keep the three to five most used ones in the prompt: they need no search.`
      : "Keeping the most used tools in the prompt saves their searches.";
  const tokens = used.reduce((sum, tool) => sum + tool.tokens, 0);
  return {
    source,
    tools: used,
    policy: used.map(({ name }) => ({ action: "pin", name })),
    says: `${benefit} Together they take about ${formatCount(tokens)} tokens.`,
  };
}

function withoutTools(source: EagerAdvice["source"], says: string): EagerAdvice {
  return { source, tools: [], policy: [], says };
}
