import { oncePer } from "@toolcrib/shared/caches";
import { isRecord } from "@toolcrib/shared/json";

const maxNodes = 20_000;
/** How far references and what is nested lead into each other: the stack ends far behind. */
const maxDepth = 1_000;

/** Whether following the references of a schema leads back to where one began. Schemas that are too large count as circular. */
export function hasCircularReference(root: unknown): boolean {
  return typeof root === "object" && root !== null && isCircular(root);
}

const definitions: ReadonlySet<string> = new Set(["$defs", "definitions"]);
const noDefinitions: ReadonlySet<string> = new Set();

const isCircular = oncePer((root: object): boolean => {
  let nodes = 0;
  const done = new Set<string>();
  const open = new Set(["#"]);
  const visit = (node: unknown, depth: number, leftOut = noDefinitions): boolean => {
    if (++nodes > maxNodes || depth > maxDepth) return true;
    if (Array.isArray(node)) return node.some((item) => visit(item, depth + 1));
    if (!isRecord(node)) return false;
    const { $ref: reference } = node;
    if (typeof reference === "string" && reference.startsWith("#") && !done.has(reference)) {
      if (open.has(reference)) return true;
      open.add(reference);
      if (visit(resolve(root, reference), depth + 1)) return true;
      open.delete(reference);
      done.add(reference);
    }
    for (const key in node) {
      if (key !== "$ref" && !leftOut.has(key) && visit(node[key], depth + 1)) return true;
    }
    return false;
  };
  // Definitions are reached through references alone: one that nothing uses does no harm.
  return visit(root, 0, definitions);
});

function resolve(root: unknown, reference: string): unknown {
  let target = root;
  for (const step of reference.slice(1).split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    target = isRecord(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  return target;
}
