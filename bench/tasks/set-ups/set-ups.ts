import { apiSearch, programsDeclared, programsInjected } from "./api-tools.ts";
import { bridges, native } from "./bridges.ts";
import { claudeCodeSearch } from "./claude-code-search.ts";
import { allTools, oracles } from "./direct.ts";
import { fronts } from "./front.ts";
import { library } from "./library.ts";
import type { SetUp } from "./set-up.ts";

/** In the order of the report. */
export const setUps: readonly SetUp[] = [
  ...oracles,
  allTools,
  claudeCodeSearch,
  ...bridges,
  native,
  apiSearch,
  ...fronts,
  programsDeclared,
  programsInjected,
  library,
];

export function setUpNamed(name: string): SetUp {
  const found = setUps.find((setUp) => setUp.name === name);
  if (found !== undefined) return found;
  throw new Error(`No set-up ${name}. There are ${setUps.map((setUp) => setUp.name).join(", ")}.`);
}
