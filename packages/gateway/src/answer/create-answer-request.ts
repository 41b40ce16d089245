import type { Loader } from "@toolcrib/core/loaders";
import { usesReferences } from "@toolcrib/core/loaders";
import type { Embedder, LanguageReader } from "@toolcrib/search";
import { CatalogueIndexes } from "../catalogue/catalogue-indexes.ts";
import { checkShape } from "../catalogue/check-shape.ts";
import { areRuled } from "../catalogue/ruled-tools.ts";
import type { SeenCatalogue } from "../catalogue-browser/seen-tools.ts";
import type { CapabilityEntry } from "../contracts/capability-entry.ts";
import type { AnswerRequest, ClientRequest, TurnAnswer } from "../contracts/client-request.ts";
import type { ToolsetServers } from "../contracts/toolset.ts";
import { type CreateIdSuffix, createIdSuffix } from "../conversation/call-ids.ts";
import { prependEvent } from "../inner-form/prepend-event.ts";
import { collectMessage } from "../inner-form/whole-message.ts";
import { firstOrigin, measureCall } from "../loop/measure-call.ts";
import { noteRequest } from "../loop/note-flow.ts";
import { runTurn } from "../loop/run-turn.ts";
import { AnnouncedToolsMemory } from "../memory/announced-tools.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import { BetaLatch } from "../memory/beta-latch.ts";
import { CallJournal } from "../memory/call-journal.ts";
import { DeferralCosts } from "../memory/deferral-costs.ts";
import { createEngineMemories } from "../memory/engine-memories.ts";
import { HiddenTurns } from "../memory/hidden-turns.ts";
import { PrefixMemory } from "../memory/prefix-memory.ts";
import type { SharedTurns } from "../memory/shared-turns.ts";
import { noteAnnouncedList } from "../plan/injected-search/repeat-announcements.ts";
import { planTurn, type TurnPlan } from "../plan/plan-turn.ts";
import { skillTools } from "../plan/skills/skill-tools.ts";
import { Recovery } from "../refusals/recovery.ts";
import { RefusalMemory } from "../refusals/refusal-memory.ts";
import { RequestRefusals } from "../refusals/request-refusals.ts";
import { Capabilities } from "../route/capabilities.ts";
import { createLoaderTable } from "../route/loader-table.ts";
import { Probes } from "../route/probes.ts";
import { planOf } from "../turn/make-turn.ts";
import type { Turn } from "../turn/turn.ts";
import { writeRequest } from "../turn/write-request.ts";
import { comparisonOf, withAllLoaded } from "./comparison.ts";
import { countTokens } from "./count-tokens.ts";
import { forward } from "./forward.ts";
import { withMessagesDefaults } from "./messages-defaults.ts";
import { noteTurn } from "./note-turn.ts";
import { passThrough } from "./pass-through.ts";
import { toApiError } from "./to-api-error.ts";
import { withKnownModels } from "./with-known-models.ts";

/** How requests are answered. Everything has a default. */
export interface AnswerRequestOptions {
  /** What is known about upstreams and models; takes precedence over the built-in table. */
  readonly capabilities?: readonly CapabilityEntry[] | undefined;
  /** Additional loaders; routes and the capability table refer to them by name. */
  readonly loaders?: readonly Loader[] | undefined;
  /** Milliseconds, for the trace and for how long refusals are remembered. Default: `performance.now`. */
  readonly now?: (() => number) | undefined;
  /** Opens the MCP servers of `mcp_servers`. Without it, toolsets are left to upstreams that run them themselves. */
  readonly toolsetServers?: ToolsetServers | undefined;
  /** Embeds texts for search. Default: the table that ships with the search package; `null`: keyword search only. */
  readonly embedder?: Embedder | null | undefined;
  /** Reads queries and descriptions in other languages than English. Default: none. */
  readonly languages?: LanguageReader | undefined;
  /** Indexes that are shared with others. Default: new ones, with the embedder and the languages. */
  readonly indexes?: CatalogueIndexes | undefined;
  /** Whether to probe unknown upstreams that can count tokens for whether they honour deferral. Default: no. */
  readonly probe?: boolean | undefined;
  /** Called with the tools of each request, for display. */
  readonly onCatalogue?: ((seen: SeenCatalogue) => void) | undefined;
  /** Remembers what upstreams refused. Default: a new memory. */
  readonly refusals?: RefusalMemory | undefined;
  /** Keeps hidden turns beyond this process. Default: they are forgotten with it. */
  readonly sharedTurns?: SharedTurns | undefined;
  /** Creates the unique part of call ids. Default: random. */
  readonly createIdSuffix?: CreateIdSuffix | undefined;
}

/** Creates the function that turns a parsed request into its answer. */
export function createAnswerRequest(options: AnswerRequestOptions = {}): AnswerRequest {
  const now = options.now ?? (() => performance.now());
  const capabilities = new Capabilities(options.capabilities ?? [], createLoaderTable(options.loaders));
  const refusals = options.refusals ?? new RefusalMemory(now);
  const shared: Omit<AnswerContext, "refusals"> = {
    capabilities,
    probes: options.probe === true ? new Probes(now) : undefined,
    indexes: options.indexes ?? new CatalogueIndexes({ embedder: options.embedder, languages: options.languages }),
    hiddenTurns: new HiddenTurns(options.sharedTurns),
    announcedTools: new AnnouncedToolsMemory(),
    prefixes: new PrefixMemory(),
    betaLatch: new BetaLatch(),
    costs: new DeferralCosts(),
    toolsetServers: options.toolsetServers,
    callJournal: new CallJournal(now),
    onCatalogue: options.onCatalogue,
    memories: createEngineMemories(),
    createIdSuffix: options.createIdSuffix ?? createIdSuffix,
    now,
  };
  return async (request) => {
    try {
      const { rejection, clientBody } = request;
      const context = { ...shared, refusals: new RequestRefusals(refusals, request) };
      if (rejection !== undefined && clientBody === undefined)
        return await forwardOrReject(request, rejection, context);
      checkShape(request.body);
      noteRequest(request);
      return await answerWithoutRefusal(withMessagesDefaults(request, capabilities), context);
    } catch (error) {
      throw await withKnownModels(toApiError(error), request);
    }
  };
}

/** Only an upstream of the client's own dialect can do something with a request that cannot be translated. Rules cannot be applied to it. */
async function forwardOrReject(request: ClientRequest, rejection: Error, context: AnswerContext): Promise<TurnAnswer> {
  if (request.policy.length > 0) throw rejection;
  await request.admit?.();
  const recovery = new Recovery(request, context);
  return recovery.repeat(async () => {
    const forwarded = await forward(request, context, { recovery, usesToolSearch: false });
    if (forwarded === undefined) throw rejection;
    return forwarded;
  });
}

/** Remembers what the upstream refuses for a while, and sends the request again without it (E2.5). */
function answerWithoutRefusal(request: ClientRequest, context: AnswerContext): Promise<TurnAnswer> {
  const recovery = new Recovery(request, context);
  return recovery.repeat(async () => {
    const plan = await planTurn(request, context);
    await request.pause?.();
    // Nothing was sent so far.
    await request.admit?.();
    const { turn, catalogue } = plan;
    context.onCatalogue?.(seenCatalogue(request, plan));
    return turn === undefined
      ? passThrough(request, catalogue, context, recovery)
      : answerTurn(turn, context, recovery);
  });
}

function seenCatalogue({ policy }: ClientRequest, { turn, catalogue }: TurnPlan): SeenCatalogue {
  if (turn === undefined) return { tools: catalogue.tools, plan: undefined, policy };
  const tools = turn.hasSkills ? turn.tools.filter((tool) => !skillTools.includes(tool)) : turn.tools;
  return { tools, plan: planOf(turn), policy };
}

/** Answers a request with every tool loaded. */
async function answerLoaded(given: ClientRequest, context: AnswerContext, recovery: Recovery): Promise<TurnAnswer> {
  const request = withAllLoaded(given);
  const { turn, catalogue } = await planTurn(request, context);
  if (turn === undefined) return passThrough(request, catalogue, context, recovery, "loader_eager");
  return answerTurn(turn, context, recovery);
}

async function answerTurn(turn: Turn, context: AnswerContext, recovery: Recovery): Promise<TurnAnswer> {
  const { request } = turn;
  const written = writeRequest(turn, turn.conversation);
  await request.pause?.();
  // When deferral is off, the request is forwarded unchanged, unless a policy rule applies to it.
  const isRuled = areRuled(turn.tools, request.policy);
  const isOff = turn.execution === "injected" && !written.prepared.gate.isOn;
  if (isOff && !isRuled && !turn.hasSkills) {
    return passThrough(request, turn.catalogue, context, recovery, written.prepared.gate.reason);
  }
  const comparison = comparisonOf(turn, written);
  if (comparison !== undefined) request.trace.note({ comparison });
  if (comparison?.side === "loaded") return answerLoaded(request, context, recovery);
  noteTurn(turn, written);
  noteAnnouncedList(turn, written, context, planOf(turn));
  const usesToolSearch = usesReferences(turn.loader);
  if (written.isUntouched) {
    context.betaLatch.note(turn.keys, request.betas);
    const forwarded = await forward(request, context, {
      recovery,
      usesToolSearch,
      measure: () => measureCall(turn, written, firstOrigin(turn)),
    });
    if (forwarded !== undefined) return forwarded;
  }
  if (request.kind === "count_tokens") return countTokens({ request, written, usesToolSearch, recovery }, context);
  request.onOwnStream?.();
  const events = runTurn({ turn, written }, context, recovery);
  if (request.body.stream !== true) return { kind: "whole", message: await collectMessage(events) };
  // Wait for the first event: a failure before it can still be answered with an HTTP status.
  const first = await events.next();
  return { kind: "streamed", events: prependEvent(first, events) };
}
