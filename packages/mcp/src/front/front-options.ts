import { checkPolicy, type PolicyRule } from "@toolcrib/core/policy";
import type { SkillLibrary } from "@toolcrib/core/skills";
import { type RankerName, rankerNames, type SearchableTool, SearchError, ToolIndex } from "@toolcrib/search";
import { describeValue } from "@toolcrib/shared/errors";
import { ownVersion } from "../own-package/own-version.ts";
import type { ServerPool } from "../pool/server-pool.ts";
import type { FrontCallControl } from "./front-call-control.ts";
import type { FrontLearning } from "./front-learning.ts";
import type { FrontPrograms } from "./front-programs.ts";

/** An index that a front keeps up to date: `ToolIndex`, or one that is kept elsewhere and takes changes in the background. */
export interface FrontIndex extends Pick<ToolIndex, "search"> {
  /** Adds tools, or replaces changed ones. Searches that start afterwards see them. */
  add(tools: Iterable<SearchableTool>): unknown;
  /** No search that starts afterwards returns them. */
  remove(names: Iterable<string>): unknown;
}

/** Options of a front. */
export interface FrontOptions {
  /** The servers behind it. The front starts the pool, and does not close it. */
  readonly pool: ServerPool;
  /** The index to search; the front keeps the pool's tools in it. Default: its own index with embeddings. */
  readonly index?: FrontIndex;
  /**
   * Makes an index for the tools of one user, if callers have servers of their own, and one for callers from whom rules hide
   * something. Default: an index with embeddings. If there is an `index` and this is missing, callers with rules search `index`: they
   * get only what they may see, but hidden tools count in how rare a word is.
   */
  readonly userIndex?: () => ToolIndex;
  /** The ranker. Default: `hybrid`. */
  readonly ranker?: RankerName;
  /** What clients may see and call; rules of server entries and of a caller come before these. */
  readonly policy?: readonly PolicyRule[];
  /**
   * `full`: pinned tools are listed as `mcp__server__tool`. `own`: under their own names if unique. Default: `full`.
   */
  readonly pinnedNames?: "full" | "own";
  /** Catalogues of up to this many tools are listed completely. Default: 0. */
  readonly listAllUpTo?: number;
  /**
   * Whether found tools are added to the list, for clients that only call listed tools. A client that sorts its tools
   * by name then loses its prompt cache with each find. A function is called for each list. Default: false.
   */
  readonly listFoundTools?: boolean | (() => boolean);
  /** The maximum number of found tools in the list; the oldest are removed first and can still be called. Default: 32. */
  readonly maxFoundTools?: number;
  /** The maximum length of the catalogue description. Default: 700 tokens. */
  readonly descriptionTokens?: number;
  /** The maximum length of an answer with definitions. Default: 6,000 tokens. */
  readonly answerTokens?: number;
  /** How long a search waits for servers whose tools are still unknown. Default: 5 s. */
  readonly waitMilliseconds?: number;
  /** Skills to find and load in addition to tools. A function is called for every request. Default: none. */
  readonly skills?: SkillLibrary | (() => SkillLibrary | undefined);
  /**
   * How long a search waits for matching skills; 0 shows none. A function is called for every search. Default: 500 ms.
   */
  readonly skillWaitMilliseconds?: number | (() => number | undefined);
  /** Learns from the calls of clients whose caller has no `learning` of its own: for fronts with one user. Default: none. */
  readonly learning?: FrontLearning | undefined;
  /** Counts and audits the calls of clients whose caller has no `callControl` of its own. Default: none. */
  readonly callControl?: FrontCallControl | undefined;
  /**
   * Adds `run_program`, which takes a program that calls and searches the client's tools:
   * `(catalogue) => createProgramTool({ sandbox, ...catalogue })` of `@toolcrib/code`. Default: none.
   */
  readonly programs?: FrontPrograms | undefined;
  /** The front's server name. */
  readonly name?: string;
  readonly version?: string;
}

/** The options with defaults applied. */
export interface ResolvedFrontOptions extends Required<Omit<FrontOptions, "learning" | "callControl" | "programs">> {
  readonly listFoundTools: () => boolean;
  readonly skills: () => SkillLibrary | undefined;
  readonly skillWaitMilliseconds: () => number;
  readonly learning: FrontLearning | undefined;
  readonly callControl: FrontCallControl | undefined;
  readonly programs: FrontPrograms | undefined;
  /** Makes an index of what some callers see; undefined if they search the index of all tools. */
  readonly visibleIndex: (() => ToolIndex) | undefined;
}

const defaultSkillWait = 500;

export function resolveFrontOptions(options: FrontOptions): ResolvedFrontOptions {
  const userIndex = options.userIndex ?? (() => new ToolIndex());
  return {
    pool: options.pool,
    index: options.index ?? new ToolIndex(),
    userIndex,
    visibleIndex: options.index === undefined || options.userIndex !== undefined ? userIndex : undefined,
    ranker: checkedRanker(options.ranker ?? "hybrid"),
    policy: checkPolicy(options.policy ?? [], "policy"),
    pinnedNames: options.pinnedNames ?? "full",
    listAllUpTo: options.listAllUpTo ?? 0,
    listFoundTools: asFunction(options.listFoundTools ?? false),
    maxFoundTools: options.maxFoundTools ?? 32,
    descriptionTokens: options.descriptionTokens ?? 700,
    answerTokens: options.answerTokens ?? 6_000,
    waitMilliseconds: options.waitMilliseconds ?? 5_000,
    skills: librarySource(options.skills),
    skillWaitMilliseconds: waitSource(options.skillWaitMilliseconds),
    learning: options.learning,
    callControl: options.callControl,
    programs: options.programs,
    name: options.name ?? "toolcrib",
    version: options.version ?? ownVersion(),
  };
}

/** Checked early, so that a wrong name fails at startup and not at the first search. */
export function checkedRanker(ranker: RankerName): RankerName {
  if (rankerNames.includes(ranker)) return ranker;
  throw new SearchError("unknown_ranker", { available: rankerNames.join(", "), received: describeValue(ranker) });
}

function asFunction(value: boolean | (() => boolean)): () => boolean {
  return typeof value === "function" ? value : () => value;
}

function librarySource(skills: FrontOptions["skills"]): () => SkillLibrary | undefined {
  return typeof skills === "function" ? skills : () => skills;
}

function waitSource(wait: FrontOptions["skillWaitMilliseconds"]): () => number {
  return () => (typeof wait === "function" ? wait() : wait) ?? defaultSkillWait;
}
