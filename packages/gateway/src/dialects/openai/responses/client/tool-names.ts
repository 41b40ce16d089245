import { createHash } from "node:crypto";

/** A tool as the client knows it. */
export interface ClientTool {
  readonly kind: "function" | "custom";
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** The client's tools by the names that the model calls. Request-scoped: a name is looked up, never taken apart. */
export type ToolNames = ReadonlyMap<string, ClientTool>;

export const maxFlatLength = 64;
const hashLength = 8;
const usableName = /^[a-zA-Z0-9_-]+$/;

/** The one name of a namespace's member. It depends on the two names alone, so a replayed call gets it again. */
export function flatName(namespace: string, name: string): string {
  const joined = `${namespace}__${name}`;
  if (joined.length <= maxFlatLength && usableName.test(joined)) return joined;
  const hash = createHash("sha256")
    .update(JSON.stringify([namespace, name]))
    .digest("hex")
    .slice(0, hashLength);
  const usable = joined.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
  return `${usable.slice(0, maxFlatLength - hashLength - 1)}_${hash}`;
}

/** The client's tool that a model calls. Models also call members by their bare names; that is clear where one alone has it. */
export function clientToolOf(called: string, names: ToolNames): ClientTool {
  const known = names.get(called);
  if (known !== undefined) return known;
  const members = [...names.values()].filter(({ name, namespace }) => name === called && namespace !== undefined);
  return (members.length === 1 ? members[0] : undefined) ?? { kind: "function", name: called };
}
