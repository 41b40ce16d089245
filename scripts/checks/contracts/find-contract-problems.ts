import type { Node } from "oxc-parser";
import { type PublicDeclaration, typeNamesIn } from "./read-public-declarations.ts";

/** Interfaces with functions that are no contracts of their own, by the reason. */
export type OtherInterfaces = Readonly<Record<string, readonly string[]>>;

/**
 * What is missing around the exported contracts: interfaces with a `specificationVersion`, which others implement. Each is accepted
 * by an option or a parameter, and has a suite named after it. Other interfaces with functions must be listed with a reason.
 */
export function findContractProblems(declarations: readonly PublicDeclaration[], others: OtherInterfaces): string[] {
  const byName = new Map(declarations.map(({ name, node }) => [name, node]));
  const accepted = listAccepted(declarations, byName);
  const listed = new Set(Object.values(others).flat());
  const problems: string[] = [];
  for (const { specifier, name, node } of declarations) {
    if (isContract(node)) {
      const suite = suiteOf(name);
      if (!accepted.has(name))
        problems.push(`${name} of ${specifier}: expected an option or a parameter that accepts it`);
      if (!byName.has(suite)) problems.push(`${name} of ${specifier}: expected a suite ${suite}`);
      if (listed.has(name)) problems.push(`${name} of ${specifier}: is a contract and is listed as another interface`);
    } else if (hasFunctions(node) && !isOptions(name) && !listed.has(name)) {
      problems.push(`${name} of ${specifier}: expected a specificationVersion, or a reason why it is no contract`);
    }
  }
  const gone = [...listed].filter((name) => !hasFunctions(byName.get(name)));
  return [...problems, ...gone.map((name) => `${name}: is listed, but no exported interface with functions`)];
}

/** The suite of a contract: `TraceSink` has `traceSinkSuite`. */
export function suiteOf(contract: string): string {
  return `${contract.charAt(0).toLowerCase()}${contract.slice(1)}Suite`;
}

export function isContract(node: Node): boolean {
  return membersOf(node).some((member) => "key" in member && keyOf(member.key) === "specificationVersion");
}

function hasFunctions(node: Node | undefined): boolean {
  return membersOf(node).some(
    (member) =>
      member.type === "TSMethodSignature" ||
      (member.type === "TSPropertySignature" && JSON.stringify(member.typeAnnotation).includes('"TSFunctionType"')),
  );
}

const isOptions = (name: string): boolean => /(Options|Settings|UnderTest)$/.test(name);

/** The types that options, settings and the parameters of exported functions mention, directly or through other exported types. */
function listAccepted(declarations: readonly PublicDeclaration[], byName: ReadonlyMap<string, Node>): Set<string> {
  const open = declarations.flatMap(({ specifier, name, node }) => {
    // Suites take every contract, so they do not count.
    if (specifier.endsWith("/suites")) return [];
    if (node.type === "FunctionDeclaration") return node.params.flatMap((parameter) => [...typeNamesIn(parameter)]);
    return isOptions(name) ? [...typeNamesIn(node)] : [];
  });
  const accepted = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (accepted.has(name)) continue;
    accepted.add(name);
    const node = byName.get(name);
    if (node?.type === "TSTypeAliasDeclaration") open.push(...typeNamesIn(node));
  }
  return accepted;
}

function membersOf(node: Node | undefined) {
  return node?.type === "TSInterfaceDeclaration" ? node.body.body : [];
}

function keyOf(key: Node): string | undefined {
  return key.type === "Identifier" ? key.name : undefined;
}
