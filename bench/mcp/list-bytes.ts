import { systems } from "./systems.ts";

/** The size of the tool list that a client gets. */
export interface ListSize {
  readonly name: string;
  readonly toolCount: number;
  readonly bytes: number;
}

const measured = [
  ["stdio", "direct"],
  ["stdio", "toolcrib"],
  ["HTTP", "mcp-proxy"],
  ["HTTP", "mcp-hub"],
] as const;

/** Asks each system for its list. */
export async function measureLists(toolCounts: readonly number[]): Promise<readonly ListSize[]> {
  const sizes: ListSize[] = [];
  for (const toolCount of toolCounts) {
    for (const [group, name] of measured) {
      const system = systems.find((one) => one.group === group && one.name === name);
      const running = await system?.start(toolCount).catch(() => undefined);
      const bytes = await running?.listBytes?.();
      if (bytes !== undefined) sizes.push({ name, toolCount, bytes });
      await running?.close();
    }
  }
  return sizes;
}
