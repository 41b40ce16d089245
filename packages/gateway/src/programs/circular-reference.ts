import { isRecord } from "@toolcrib/shared/json";

const maxNodes = 20_000;
/** How far references and what is nested lead into each other: the stack ends far behind. */
const maxDepth = 1_000;

/** Whether following the references of a schema leads back to where one began. Schemas that are too large count as circular. */
export function hasCircularReference(root: unknown): boolean {
  let nodes = 0;
  const done = new Set<string>();
  const open = new Set(["#"]);
  const visit = (node: unknown, depth: number): boolean => {
    if (++nodes > maxNodes || depth > maxDepth) return true;
    if (Array.isArray(node)) return node.some((item) => visit(item, depth + 1));
    if (!isRecord(node)) return false;
    const { $ref: reference, ...rest } = node;
    if (typeof reference === "string" && reference.startsWith("#") && !done.has(reference)) {
      if (open.has(reference)) return true;
      open.add(reference);
      if (visit(resolve(root, reference), depth + 1)) return true;
      open.delete(reference);
      done.add(reference);
    }
    return Object.values(rest).some((value) => visit(value, depth + 1));
  };
  // Definitions are reached through references alone: one that nothing uses does no harm.
  return visit(withoutDefinitions(root), 0);
}

function withoutDefinitions(root: unknown): unknown {
  if (!isRecord(root)) return root;
  const { $defs: _defs, definitions: _definitions, ...rest } = root;
  return rest;
}

function resolve(root: unknown, reference: string): unknown {
  let target = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return target;
}
