import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Declaration, type Node, parseSync, Visitor } from "oxc-parser";
import { rootFolder, type WorkspacePackage } from "../../workspace.ts";

/** Something that a package exports. */
export interface PublicDeclaration {
  /** The import specifier, such as `@toolcrib/core/loaders`. */
  readonly specifier: string;
  readonly name: string;
  readonly node: Declaration;
}

/** The declarations behind every name that a package exports at its entry points, except those of other packages. */
export function readPublicDeclarations({ folder, manifest }: WorkspacePackage): PublicDeclaration[] {
  const entries = Object.entries((manifest.exports ?? {}) as Readonly<Record<string, unknown>>);
  return entries.flatMap(([path, conditions]) => {
    const source = (conditions as Readonly<Record<string, string>>)["@toolcrib/source"];
    if (source === undefined || source.endsWith(".generated.ts")) return [];
    const specifier = join(manifest.name, path);
    return readExports(join(rootFolder, folder, source)).map(({ name, node }) => ({ specifier, name, node }));
  });
}

interface Export {
  readonly name: string;
  readonly node: Declaration;
}

/** Follows re-exports until it finds what they declare. */
function readExports(file: string, wanted?: ReadonlySet<string>): Export[] {
  const found: Export[] = [];
  for (const statement of parse(file).body) {
    if (statement.type !== "ExportNamedDeclaration") continue;
    const { declaration, source, specifiers } = statement;
    const name = declaredName(declaration);
    if (declaration !== null && name !== undefined && (wanted?.has(name) ?? true))
      found.push({ name, node: declaration });
    const names = specifiers.map(({ exported }) => nameOf(exported)).filter((name) => wanted?.has(name) ?? true);
    if (source?.value.startsWith(".") && names.length > 0) {
      found.push(...readExports(join(dirname(file), source.value), new Set(names)));
    }
  }
  return found;
}

function declaredName(node: Declaration | null): string | undefined {
  if (node === null || !("id" in node)) return undefined;
  return node.id?.type === "Identifier" ? node.id.name : undefined;
}

/** The names of all types that are mentioned somewhere in a node. */
export function typeNamesIn(node: Node): Set<string> {
  const names = new Set<string>();
  new Visitor({
    TSTypeReference: ({ typeName }) => void (typeName.type === "Identifier" && names.add(typeName.name)),
    TSInterfaceHeritage: ({ expression }) => void (expression.type === "Identifier" && names.add(expression.name)),
  }).visit({ type: "Program", body: [node], sourceType: "module" } as never);
  return names;
}

function nameOf(node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string {
  return node.name ?? String(node.value);
}

function parse(file: string) {
  const { program, errors } = parseSync(file, readFileSync(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  return program;
}
