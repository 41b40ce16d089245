import { blocksOf, type RequestBody, referencedNames, type WireToolEntry } from "./api/request-body.ts";

const charactersPerToken = 4;

/** What the model would see of a request, in cache order: one text each for tools, system prompt and every message. */
export function renderPrompt({ tools = [], system, messages }: RequestBody): readonly string[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const inPrompt = tools.filter(({ defer_loading }) => defer_loading !== true);
  return [
    JSON.stringify(inPrompt.map(definitionOf)),
    JSON.stringify(system ?? ""),
    // A definition appears at its reference: that is why finding a tool leaves everything before it in the cache.
    ...messages.map((message) => {
      const found = referencedNames(message).flatMap((name) => byName.get(name) ?? []);
      return JSON.stringify([message.role, blocksOf(message).map(withoutBreakpoint), found.map(definitionOf)]);
    }),
  ];
}

/** The names of the tools whose definitions the model can see. */
export function visibleTools({ tools = [], messages }: RequestBody): ReadonlySet<string> {
  const inPrompt = tools.filter(({ defer_loading }) => defer_loading !== true).flatMap(({ name }) => name ?? []);
  return new Set([...inPrompt, ...messages.flatMap(referencedNames)]);
}

export function tokensOf(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / charactersPerToken);
}

/** How many parts of a prompt the previous one has cached: whole parts, from the start. */
export function commonParts(before: readonly string[], after: readonly string[]): readonly string[] {
  const end = after.findIndex((part, index) => part !== before[index]);
  return end < 0 ? after : after.slice(0, end);
}

function definitionOf({ name, description, input_schema }: WireToolEntry): object {
  return { name, description, input_schema };
}

function withoutBreakpoint({ cache_control: _breakpoint, ...block }: { readonly [field: string]: unknown }): object {
  return block;
}
