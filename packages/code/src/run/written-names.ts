import type { ProgramLanguage } from "../sandbox/sandbox.ts";
import { pythonName } from "../signatures/python-syntax.ts";

const javascriptName = (name: string): string => name.replace(/[^\w$]/g, "_");

/** Tools by their names, and by how programs write them: `get_sum` is `get-sum` unless there is a tool of that name. */
export function byWrittenNames<Named extends { readonly name: string }>(
  tools: readonly Named[],
  language: ProgramLanguage,
): ReadonlyMap<string, Named> {
  const write = language === "python" ? pythonName : javascriptName;
  return new Map([
    ...tools.map((tool) => [write(tool.name), tool] as const).toReversed(),
    ...tools.map((tool) => [tool.name, tool] as const),
  ]);
}

/** What every program in Python has already. */
const pythonGlobals = new Set(
  "abs all any asyncio bool bytes callable chr complex dict dir divmod enumerate filter float format getattr hasattr hash help hex id input int isinstance iter json len list map max min next object oct open ord pow print property range repr reversed round set setattr slice sorted str sum super tuple type vars zip".split(
    " ",
  ),
);

/**
 * The names of the tools that a program knows. In Python a tool is a function, which has to be defined: those that the program mentions
 * are, so that it calls what an earlier search found like any other.
 */
export function knownNames(
  tools: readonly { readonly name: string }[],
  shown: readonly string[],
  { language, code }: { readonly language: ProgramLanguage; readonly code: string },
): readonly string[] {
  if (language !== "python") return shown;
  const words = new Set(code.match(/[A-Za-z_]\w*/g));
  const mentioned = tools.filter(({ name }) => {
    const word = pythonName(name);
    return words.has(word) && !pythonGlobals.has(word);
  });
  return [...new Set([...shown, ...mentioned.map(({ name }) => name)])];
}
