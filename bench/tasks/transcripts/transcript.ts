import type { Catalogue } from "../client/catalogue.ts";
import { inputOf, type ModelCall, type ModelStep, type Prompt } from "../prompt/prompt.ts";
import type { SetUp } from "../set-ups/set-up.ts";
import { visibleTools } from "./visible-tools.ts";

/** What a model decided, in whatever form the set-up wanted it. Ids never matter. */
export type Decision =
  | {
      readonly search: string;
      readonly input: unknown;
      /** The tools that the model saw from then on. */
      readonly found: readonly string[];
    }
  | {
      readonly call: string;
      readonly input: unknown;
      /** The model called it without having seen its definition. */
      readonly isBlind?: true;
    }
  | { readonly use: string; readonly input: unknown };

export interface TranscriptStep {
  readonly text?: string;
  readonly decisions?: readonly Decision[];
}

/** One task as it was played. */
export interface Transcript {
  readonly task: string;
  readonly steps: readonly TranscriptStep[];
}

type Names = Pick<SetUp, "searchTools" | "ownTools" | "callTool">;

/** Writes down what was decided at each prompt. */
export function transcriptOf(
  steps: readonly ModelStep[],
  prompts: readonly Prompt[],
  setUp: Names,
  catalogue: Catalogue,
): readonly TranscriptStep[] {
  return steps.map(({ text, calls = [] }, index) => {
    const before = visibleAt(prompts[index], catalogue);
    const after = visibleAt(prompts[index + 1], catalogue);
    const found = [...after].filter((name) => !before.has(name));
    const decisions = calls.map((call) => decisionOf(call, setUp, { before, found }));
    return { ...(text === undefined ? {} : { text }), ...(decisions.length === 0 ? {} : { decisions }) };
  });
}

function visibleAt(prompt: Prompt | undefined, catalogue: Catalogue): ReadonlySet<string> {
  return prompt === undefined ? new Set() : visibleTools(prompt, catalogue);
}

function decisionOf(
  { name, input }: ModelCall,
  { searchTools, ownTools = [], callTool }: Names,
  seen: { readonly before: ReadonlySet<string>; readonly found: readonly string[] },
): Decision {
  if (searchTools.includes(name)) return { search: name, input, found: seen.found };
  if (ownTools.includes(name)) return { use: name, input };
  const wrapped = name === callTool ? inputOf(input) : { name, arguments: input };
  const called = String(wrapped["name"]);
  const isBlind = !seen.before.has(called);
  return { call: called, input: wrapped["arguments"] ?? {}, ...(isBlind ? { isBlind } : {}) };
}
