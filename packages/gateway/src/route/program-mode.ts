import { messagesDialectName } from "../contracts/messages-dialect-name.ts";
import type { Route } from "../contracts/route.ts";

/** What becomes of programs: the gateway runs them in a language, the model calls the tools itself, or they are left to the upstream. */
export type ProgramMode = Exclude<Route["programs"], "auto">;

/** The APIs that run programs themselves, by their dialects. */
const ownHosts: ReadonlyMap<string, RegExp> = new Map([
  [messagesDialectName, /^https:\/\/api\.anthropic\.com(?:[:/]|$)/],
  ["openai-responses", /^https:\/\/api\.openai\.com(?:[:/]|$)/],
]);

/** What a route does with the programs of clients of a dialect. Only Anthropic's contract leaves the language open. */
export function programMode(
  { programs, upstream }: Pick<Route, "programs" | "upstream">,
  dialect: string,
): ProgramMode {
  const isOwn = upstream.dialect === dialect && ownHosts.get(dialect)?.test(upstream.baseUrl ?? "") === true;
  if (programs === "auto") return isOwn ? "upstream" : "javascript";
  return programs === "python" && dialect !== messagesDialectName ? "javascript" : programs;
}
