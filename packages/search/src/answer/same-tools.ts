/** A returned tool, with those of other servers that say the same. */
interface ToolWithSame {
  readonly name: string;
  readonly sameAs?: readonly string[];
}

/** How many names are listed in a text. */
const maxNamed = 3;

/** Adds to each tool the tools of other servers that say the same. */
export function withSameTools<Tool extends ToolWithSame>(
  tools: readonly Tool[],
  sameAs: ReadonlyMap<string, readonly string[]> | undefined,
): readonly Tool[] {
  if (sameAs === undefined) {
    return tools;
  }
  return tools.map((tool) => {
    const others = sameAs.get(tool.name);
    return others === undefined ? tool : { ...tool, sameAs: others };
  });
}

/** Which of these tools say the same as others, for a model or a log: a sentence for each group. */
export function describeSameTools(tools: readonly ToolWithSame[]): string[] {
  const isMentioned = new Set<string>();
  return tools.flatMap(({ name, sameAs = [] }) => {
    if (sameAs.length === 0 || isMentioned.has(name)) {
      return [];
    }
    for (const other of sameAs) {
      isMentioned.add(other);
    }
    return [`${name} says the same as ${listNames(sameAs)}.`];
  });
}

/** The first names, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const listed = names.slice(0, maxNamed).join(", ");
  return names.length > maxNamed ? `${listed} and ${names.length - maxNamed} more` : listed;
}
