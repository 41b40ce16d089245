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

/** What tells the definition of a tool. */
interface Telling {
  readonly names: RegExp;
  readonly arguments: readonly (readonly [name: string, asWord: RegExp])[];
  readonly start: RegExp;
  readonly reach: number;
}

const known = new WeakMap<AgentTool, Telling>();

function tellingOf(agentTool: AgentTool): Telling {
  const { name, tool } = agentTool;
  let telling = known.get(agentTool);
  if (telling === undefined) {
    const { description = "", inputSchema } = tool;
    const words = description.match(/[a-z0-9]+/gi) ?? [];
    const args = Object.keys(inputOf(inputSchema["properties"]));
    telling = {
      // By its own name too: names may stand without what their server's names have in common.
      names: asWord(`(?:${escaped(name)}|${escaped(tool.name)})`, "g"),
      arguments: args.map((arg) => [arg, asWord(escaped(arg))]),
      start: new RegExp(words.slice(0, wordsOfDescription).join("\\W+")),
      reach: JSON.stringify(inputSchema).length + description.length + slack,
    };
    known.set(agentTool, telling);
  }
  return telling;
}

function defines(text: string, agentTool: AgentTool): boolean {
  if (!text.includes(agentTool.tool.name) && !text.includes(agentTool.name)) return false;
  const { names, arguments: args, start, reach } = tellingOf(agentTool);
  if (!args.every(([arg]) => text.includes(arg))) return false;
  for (const { index } of text.matchAll(names)) {
    const behind = text.slice(index, index + reach);
    if (!args.every(([, word]) => word.test(behind))) continue;
    if (args.length >= tellingArguments || start.test(text.slice(Math.max(0, index - reach), index + reach)))
      return true;
  }
  return false;
}

function asWord(pattern: string, flags = ""): RegExp {
  return new RegExp(`(?<![\\w-])${pattern}(?![\\w-])`, flags);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
