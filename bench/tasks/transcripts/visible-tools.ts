import type { AgentTool, Catalogue } from "../client/catalogue.ts";
import { inputOf, type Prompt } from "../prompt/prompt.ts";

/** How much longer than its JSON Schema the text of a definition may be. */
const slack = 800;
/** A tool with fewer arguments is recognised by its description as well: its name alone stands in announcements. */
const tellingArguments = 2;
const wordsOfDescription = 3;

/** The definitions in texts that were read before. */
const readTexts = new WeakMap<Catalogue, Map<string, readonly string[]>>();

/**
 * The tools of the catalogue whose definitions the model sees: callable by name, or as text in whatever form, in what the model did not
 * write itself. A text defines a tool if it has its name, and soon after it the names of all its arguments.
 */
export function visibleTools({ tools, messages }: Prompt, catalogue: Catalogue): ReadonlySet<string> {
  let read = readTexts.get(catalogue);
  if (read === undefined) {
    read = new Map();
    readTexts.set(catalogue, read);
  }
  const seen = new Set([...tools.keys()].filter((name) => catalogue.byName.has(name)));
  for (const { role, blocks } of messages) {
    if (role === "assistant") continue;
    for (const block of blocks) {
      if (block.kind === "call") continue;
      let defined = read.get(block.text);
      if (defined === undefined) {
        defined = catalogue.tools.filter((tool) => defines(block.text, tool)).map(({ name }) => name);
        read.set(block.text, defined);
      }
      for (const name of defined) seen.add(name);
    }
  }
  return seen;
}

function defines(text: string, { name, tool }: AgentTool): boolean {
  if (!text.includes(tool.name) && !text.includes(name)) return false;
  const { properties, description = "" } = { ...inputOf(tool.inputSchema), description: tool.description } as {
    readonly properties?: object;
    readonly description?: string;
  };
  const args = Object.keys(properties ?? {});
  const reach = JSON.stringify(tool.inputSchema).length + description.length + slack;
  const words = description.match(/[a-z0-9]+/gi) ?? [];
  const start = new RegExp(words.slice(0, wordsOfDescription).join("\\W+"));
  // By its own name too: names may stand without what their server's names have in common.
  const own = new RegExp(`(?<![\\w-])(?:${escaped(name)}|${escaped(tool.name)})(?![\\w-])`, "g");
  for (const { index } of text.matchAll(own)) {
    const near = text.slice(Math.max(0, index - reach), index + reach);
    const behind = text.slice(index, index + reach);
    const hasArguments = args.every((arg) => new RegExp(`(?<![\\w-])${escaped(arg)}(?![\\w-])`).test(behind));
    if (!hasArguments) continue;
    if (args.length >= tellingArguments || start.test(near)) return true;
  }
  return false;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
