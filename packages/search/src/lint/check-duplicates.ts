import type { SemanticMatrices } from "../semantic/semantic-matrices.ts";
import type { AddFinding } from "./add-finding.ts";
import type { LintedTool } from "./linted-tool.ts";
import { comparedWords, overlapOf } from "./words-of.ts";

/** From this cosine on, words decide whether two tools are duplicates. */
const nearCosine = 0.92;
const sameWords = 0.9;
/** The maximum number of similar tools that are compared: more would not make the message clearer. */
const maxCompared = 25;

interface ComparedTool {
  readonly tool: LintedTool;
  /** The words of the name, without the server. */
  readonly name: ReadonlySet<string>;
  /** All words that could distinguish it. */
  readonly all: ReadonlySet<string>;
}

/**
 * Finds indistinguishable tools: similar in meaning, and neither has a distinctive word. A tool's index is its slot.
 */
export function checkDuplicates(
  tools: readonly LintedTool[],
  matrices: SemanticMatrices | undefined,
  add: AddFinding,
): void {
  const compared = tools.map(toCompared);
  const groups = groupByName(compared);
  for (const [slot, subject] of compared.entries()) {
    const candidates = new Set([...(groups.get(nameKey(subject)) ?? []), ...nearSlots(matrices, slot, tools.length)]);
    candidates.delete(slot);
    const others = [...candidates].map((candidate) => compared[candidate] as ComparedTool);
    report(
      subject,
      others.filter((other) => saySame(subject, other)),
      add,
    );
  }
}

/** Without vectors, only tools with the same name are compared. */
function groupByName(compared: readonly ComparedTool[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const [slot, tool] of compared.entries()) {
    const key = nameKey(tool);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    if (group.length < maxCompared) {
      group.push(slot);
    }
  }
  return groups;
}

function nameKey({ name }: ComparedTool): string {
  return [...name].join(" ");
}

function toCompared(tool: LintedTool): ComparedTool {
  const { bareName, description, argumentNames } = tool.document;
  return {
    tool,
    name: comparedWords(bareName),
    all: comparedWords(`${bareName} ${description} ${argumentNames}`),
  };
}

function nearSlots(matrices: SemanticMatrices | undefined, slot: number, slots: number): number[] {
  if (matrices === undefined) {
    return [];
  }
  const { opening } = matrices;
  const least = nearCosine / opening.unit;
  const near: number[] = [];
  opening.setQuery(Float32Array.from(opening.rowAt(slot)));
  const products = opening.products(slots);
  for (let other = 0; other < slots && near.length < maxCompared; other++) {
    if ((products[other] as number) >= least) {
      near.push(other);
    }
  }
  return near;
}

function saySame(left: ComparedTool, right: ComparedTool): boolean {
  // `seed_to_key` and `key_to_seed` have the same words, but are opposites.
  if (
    left.name.size === right.name.size &&
    overlapOf(left.name, right.name) === 1 &&
    nameKey(left) !== nameKey(right)
  ) {
    return false;
  }
  return (
    [...left.name].every((word) => right.all.has(word)) &&
    [...right.name].every((word) => left.all.has(word)) &&
    overlapOf(left.all, right.all) >= sameWords
  );
}

function report({ tool }: ComparedTool, others: readonly ComparedTool[], add: AddFinding): void {
  if (others.length === 0) {
    return;
  }
  const { server } = tool.document;
  const names = others.map((other) => other.tool.document.name).toSorted();
  const isAcross = others.some((other) => other.tool.document.server !== server);
  const where = isAcross ? " on another server" : "";
  const more = names.length > 1 ? ` and ${names.length - 1} more` : "";
  add(tool, "near_duplicate", `It says the same as ${names[0]}${more}${where}.`, names);
}
