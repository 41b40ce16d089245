import { definitionHash } from "../lists/definition-hash.ts";
import type { PooledTool } from "../lists/pooled-tool.ts";
import type { ListedPrompt, ListedResourceTemplate, ServerLists } from "../lists/server-lists.ts";

export type ReviewedKind = "tool" | "instructions" | "prompt" | "resource-template";

/** Something that a server says about itself and that can reach a model. */
export interface ReviewedItem {
  readonly kind: ReviewedKind;
  readonly server: string;
  /** The server's own name for it; empty for its instructions. */
  readonly own: string;
  /** The name for approving it: that of the tool, or one such as `instructions:server`. */
  readonly name: string;
  readonly hash: string;
  /** Its text, for review. */
  readonly text: string;
  /** The tool, if it is one. */
  readonly tool?: PooledTool;
}

/** What is held back, and why. */
export interface HeldItem {
  readonly item: ReviewedItem;
  readonly reason: "changed" | "new";
}

/** Everything in a server's lists that can reach a model. Resources are left out: like call results, they are data. */
export function reviewedItems(server: string, lists: ServerLists, tools: readonly PooledTool[]): ReviewedItem[] {
  const { instructions, prompts, resourceTemplates } = lists;
  return [
    ...tools.map(toolItem),
    ...(instructions === undefined || instructions === "" ? [] : [instructionsItem(server, instructions)]),
    ...prompts.map((prompt) => promptItem(server, prompt)),
    ...resourceTemplates.map((template) => templateItem(server, template)),
  ];
}

/** The lists, reduced to allowed items. */
export function allowedLists(server: string, lists: ServerLists, allowed: readonly ReviewedItem[]): ServerLists {
  const keys = new Set(allowed.map(keyOf));
  const isAllowed = (item: ReviewedItem): boolean => keys.has(keyOf(item));
  const { instructions, prompts, resourceTemplates } = lists;
  const hasInstructions = instructions !== undefined && isAllowed(instructionsItem(server, instructions));
  return {
    ...lists,
    instructions: hasInstructions ? instructions : undefined,
    tools: allowed.flatMap(({ tool }) => (tool === undefined ? [] : [tool.definition])),
    prompts: prompts.filter((prompt) => isAllowed(promptItem(server, prompt))),
    resourceTemplates: resourceTemplates.filter((template) => isAllowed(templateItem(server, template))),
  };
}

/** Identifies an item within its server. */
export function keyOf({ kind, own }: Pick<ReviewedItem, "kind" | "own">): string {
  return `${kind} ${own}`;
}

function toolItem(tool: PooledTool): ReviewedItem {
  const { server, name, hash, definition } = tool;
  return { kind: "tool", server, own: definition.name, name, hash, text: definition.description ?? "", tool };
}

function instructionsItem(server: string, text: string): ReviewedItem {
  const name = `instructions:${server}`;
  return { kind: "instructions", server, own: "", name, hash: definitionHash(text), text };
}

function promptItem(server: string, prompt: ListedPrompt): ReviewedItem {
  const { name: own } = prompt;
  const name = `prompt:${server}:${own}`;
  return { kind: "prompt", server, own, name, hash: definitionHash(prompt), text: textIn(prompt["description"]) };
}

function templateItem(server: string, template: ListedResourceTemplate): ReviewedItem {
  const { uriTemplate: own } = template;
  const text = textIn(template["description"]);
  const name = `resource-template:${server}:${own}`;
  return { kind: "resource-template", server, own, name, hash: definitionHash(template), text };
}

function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}
