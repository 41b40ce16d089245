import type { Settings, Tool } from "@toolcrib/core";
import type { EngineMemory } from "@toolcrib/core/engine";
import type { CatalogueIndexes } from "../catalogue/catalogue-indexes.ts";
import type { SeenCatalogue } from "../catalogue-browser/seen-tools.ts";
import type { ToolsetServers } from "../contracts/toolset.ts";
import type { CreateIdSuffix } from "../conversation/call-ids.ts";
import type { RequestRefusals } from "../refusals/request-refusals.ts";
import type { Capabilities } from "../route/capabilities.ts";
import type { Probes } from "../route/probes.ts";
import type { AnnouncedToolsMemory } from "./announced-tools.ts";
import type { BetaLatch } from "./beta-latch.ts";
import type { CallJournal } from "./call-journal.ts";
import type { DeferralCosts } from "./deferral-costs.ts";
import type { HiddenTurns } from "./hidden-turns.ts";
import type { PrefixMemory } from "./prefix-memory.ts";

/** What outlives a single request, and what upstreams refuse of this one. It never changes what a conversation contains; it only makes answers faster and cheaper. */
export interface AnswerContext {
  readonly capabilities: Capabilities;
  /** What the upstream refused a short while ago. */
  readonly refusals: RequestRefusals;
  readonly probes: Probes | undefined;
  readonly memories: EngineMemories;
  readonly indexes: CatalogueIndexes;
  readonly hiddenTurns: HiddenTurns;
  readonly announcedTools: AnnouncedToolsMemory;
  readonly prefixes: PrefixMemory;
  readonly betaLatch: BetaLatch;
  readonly costs: DeferralCosts;
  readonly toolsetServers: ToolsetServers | undefined;
  /** What requests called on MCP servers a short while ago. */
  readonly callJournal: CallJournal;
  /** Called with the tools of each request, for display. */
  readonly onCatalogue: ((seen: SeenCatalogue) => void) | undefined;
  readonly createIdSuffix: CreateIdSuffix;
  readonly now: () => number;
}

/** Memories of the engine, by catalogue and settings. */
export interface EngineMemories {
  of(tools: readonly Tool[], settings: Settings): EngineMemory;
}
