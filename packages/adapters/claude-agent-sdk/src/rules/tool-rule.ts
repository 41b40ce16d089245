/** A rule of Claude Code about tools: the pattern of a name, and what stands in parentheses after it. */
export interface ToolRule {
  readonly name: string;
  /** Left out if the rule is about every call: without parentheses, `()` and `(*)`. */
  readonly content?: string;
}

/** The rules of a list, which Claude Code separates at commas and spaces outside of parentheses, too. */
export function readRules(list: unknown): readonly ToolRule[] {
  const texts = Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
  return texts.flatMap(splitRules).map(readRule);
}

/** Whether a text is a single rule without arguments, the only kind that Claude Code knows in settings. */
export function isPlainRule(text: string): boolean {
  return /^[^\s,()]+$/.test(text);
}

function splitRules(list: string): readonly string[] {
  const rules = [""];
  let depth = 0;
  for (const character of list) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (depth <= 0 && /[\s,]/.test(character)) rules.push("");
    else rules[rules.length - 1] += character;
  }
  return rules.filter((rule) => rule !== "");
}

function readRule(text: string): ToolRule {
  const [, name = text, content = ""] = /^([^(]*)\((.*)\)$/s.exec(text) ?? [];
  const trimmed = content.trim();
  return trimmed === "" || trimmed === "*" ? { name } : { name, content: trimmed };
}

/** The argument that a rule's content is about, and the pattern of its value. */
export function readContent(content: string): { readonly argument: string; readonly pattern: string } | undefined {
  const colon = content.indexOf(":");
  if (colon < 0) return undefined;
  return { argument: content.slice(0, colon).trim(), pattern: content.slice(colon + 1).trim() };
}

/** Whether an argument has a value that fits the pattern. Lists, objects and null fit none. */
export function matchesArgument(input: unknown, content: string): boolean {
  const condition = readContent(content);
  if (condition === undefined || typeof input !== "object" || input === null) return false;
  const value: unknown = Object.hasOwn(input, condition.argument)
    ? (input as Readonly<Record<string, unknown>>)[condition.argument]
    : undefined;
  return ["string", "number", "boolean"].includes(typeof value) && matchesPattern(condition.pattern, String(value));
}

/** Compares as Claude Code does: `*` stands for any text, and case matters. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [start = "", ...parts] = pattern.split("*");
  const end = parts.pop();
  if (end === undefined) return text === pattern;
  if (!text.startsWith(start)) return false;
  let position = start.length;
  for (const part of parts) {
    const found = text.indexOf(part, position);
    if (found < 0) return false;
    position = found + part.length;
  }
  return text.length - end.length >= position && text.endsWith(end);
}
