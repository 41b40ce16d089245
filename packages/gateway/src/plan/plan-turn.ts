import type { Message, Tool } from "@toolcrib/core";
import { usesReferences } from "@toolcrib/core/loaders";
import { checkRequest } from "../catalogue/check-request.ts";
import { checkToolChoice } from "../catalogue/check-tool-choice.ts";
import { type RequestCatalogue, readCatalogue } from "../catalogue/request-catalogue.ts";
import { areRuled } from "../catalogue/ruled-tools.ts";
import type { ClientRequest } from "../contracts/client-request.ts";
import { speaksMessages } from "../contracts/messages-dialect-name.ts";
import { ConversationKeys } from "../conversation/conversation-keys.ts";
import { showsToolSearch } from "../conversation/shows-tool-search.ts";
import { GatewayError } from "../errors/gateway-error.ts";
import { foreignType } from "../inner-form/foreign-type.ts";
import type { AnswerContext } from "../memory/answer-context.ts";
import { chooseLoader, type LoaderChoice } from "../route/choose-loader.ts";
import { makeTurn, planOf, type TurnParts } from "../turn/make-turn.ts";
import type { Turn } from "../turn/turn.ts";
import { injectedTurn, mayInject } from "./injected-search/injected-turn.ts";
import {
  areToolsetsRuled,
  hasToolsets,
  requireUnruledToolsets,
  toolsetTurn,
  wantApproval,
} from "./mcp-toolsets/toolset-turn.ts";
import { withPlainSearchEntries } from "./server-search/server-search-tools.ts";
import { serverSearchTurn } from "./server-search/server-search-turn.ts";
import { skillsFor } from "./skills/may-use-skills.ts";
import { showSkills } from "./skills/shown-skills.ts";
import { isSkillTool, withSkillTools } from "./skills/skill-tools.ts";

/** A plan to forward a request unchanged, or the turn that it becomes. */
export interface TurnPlan {
  readonly catalogue: RequestCatalogue;
  /** Undefined if nothing in the request depends on it. */
  readonly choice: LoaderChoice | undefined;
  readonly turn: Turn | undefined;
}

/** Decides how to handle a request: who defers, who searches, and how found tools become callable. */
export async function planTurn(request: ClientRequest, context: AnswerContext): Promise<TurnPlan> {
  const plan = await findPlan(request, context);
  const { turn, catalogue } = plan;
  const choice = request.body.tool_choice;
  if (turn === undefined) checkToolChoice(choice, catalogue.tools, (name) => catalogue.names.has(name));
  else checkToolChoice(choice, turn.tools, (name) => planOf(turn).byName.has(name) && !isInjected(name, turn));
  return plan;
}

/** Whether a tool is one of the gateway's own, which the client does not know. */
function isInjected(name: string, turn: Turn): boolean {
  const { searchTool, catalogue } = turn;
  return isSkillTool(name, turn) || (searchTool?.name === name && !catalogue.names.has(name));
}

async function findPlan(request: ClientRequest, context: AnswerContext): Promise<TurnPlan> {
  const catalogue = readCatalogue(request.body.tools);
  requireVisible(request, catalogue);
  if (request.forwarding === "required") return { catalogue, choice: undefined, turn: undefined };
  checkRequest(request, catalogue);
  const skills = skillsFor(request, catalogue);
  if (skills === undefined) return planWithoutSkills(request, context, { catalogue });
  const { messages, names } = await showSkills(request, skills);
  if (names.size > 0) request.trace.skill({ step: "surface-skills", surfaced: [...names] });
  const plan = await planWithoutSkills(request, context, { catalogue, messages });
  return plan.turn === undefined ? plan : { ...plan, turn: withSkillTools(plan.turn, skills, names) };
}

/** Rules cannot be applied to what only the upstream knows. */
function requireVisible({ policy, forwarding }: ClientRequest, { tools }: RequestCatalogue): void {
  if (policy.length === 0 || (forwarding !== "required" && !tools.some(isForeign))) return;
  const reason =
    "rules apply to tools here, and only the upstream knows all of this request; send all items, and functions as tools";
  throw new GatewayError("unsupported_parameter", { field: "tools", reason });
}

function isForeign({ type }: Tool): boolean {
  return type === foreignType;
}

/** `messages` is set if skills are shown in them: then the request cannot be forwarded unchanged. */
async function planWithoutSkills(
  request: ClientRequest,
  context: AnswerContext,
  { catalogue, messages }: Pick<TurnParts, "catalogue" | "messages">,
): Promise<TurnPlan> {
  const hasSkills = messages !== undefined;
  if (!hasSkills && passesAnywhere(request, catalogue)) return { catalogue, choice: undefined, turn: undefined };
  const { body, route } = request;
  // At the same moment, so that a shared store is read once.
  await Promise.all([request.admit?.(), context.hiddenTurns.load(() => keysOfAnswers(request))]);
  await request.pause?.();
  const choice = await chooseFor(request, catalogue, context);
  const parts = { catalogue, choice, messages };
  const isOfMessages = speaksMessages(route.upstream);
  const passesSearch = route.serverSearch === "upstream" && isOfMessages && usesReferences(choice.loader);
  if (
    hasToolsets(request, catalogue) &&
    (!passesSearch || areToolsetsRuled(request, catalogue) || wantApproval(catalogue))
  ) {
    if (context.toolsetServers !== undefined) {
      return { ...parts, turn: await toolsetTurn(request, context, parts, context.toolsetServers) };
    }
    requireUnruledToolsets(request, catalogue);
  }
  if (catalogue.searchEntries.length > 0 && !passesSearch) {
    return { ...parts, turn: serverSearchTurn(request, context, parts) };
  }
  const isOurs =
    catalogue.deferredCount > 0 ||
    catalogue.searchEntries.length > 0 ||
    showsToolSearch(body.messages) ||
    mustFold(request, context);
  const execution = catalogue.searchEntries.length > 0 ? "server-search" : "client-search";
  const asClientDefers = (as: Turn["execution"] = execution) =>
    makeTurn(request, context, {
      ...parts,
      execution: as,
      kind: "client",
      tools: withPlainSearchEntries(catalogue.tools),
    });
  if (isOurs) return { ...parts, turn: asClientDefers() };
  const isRuled = areRuled(catalogue.tools, request.policy);
  const injects = mayInject(request, catalogue);
  const turn = injects ? await injectedTurn(request, context, parts) : undefined;
  if (injects && turn === undefined) {
    request.trace.warn("Search is injected on this route, but no tool is deferred: nothing is saved.");
  }
  if (turn !== undefined) return { ...parts, turn };
  if (isRuled) return { ...parts, turn: asClientDefers() };
  return { ...parts, turn: hasSkills ? asClientDefers("skills") : undefined };
}

/** The places at which something may have been hidden. */
function keysOfAnswers(request: ClientRequest): readonly string[] {
  const keys = new ConversationKeys(request);
  return request.body.messages.flatMap(({ role }, position) => (role === "assistant" ? [keys.upTo(position)] : []));
}

/** Whether every upstream supports everything in a request: then it is forwarded without asking about its upstream. */
function passesAnywhere(request: ClientRequest, catalogue: RequestCatalogue): boolean {
  const { body, policy } = request;
  return (
    catalogue.deferredCount === 0 &&
    catalogue.searchEntries.length === 0 &&
    !hasToolsets(request, catalogue) &&
    !mayInject(request, catalogue) &&
    !body.messages.some(isOfSystem) &&
    !showsToolSearch(body.messages) &&
    !areRuled(catalogue.tools, policy)
  );
}

function isOfSystem({ role }: Message): boolean {
  return role !== "user" && role !== "assistant";
}

/** Whether the conversation has system messages and the upstream has refused them. */
function mustFold({ body }: ClientRequest, { refusals }: AnswerContext): boolean {
  return body.messages.some(isOfSystem) && refusals.has("role");
}

async function chooseFor(
  request: ClientRequest,
  catalogue: RequestCatalogue,
  context: AnswerContext,
): Promise<LoaderChoice> {
  const { route } = request;
  const model = route.model ?? request.body.model;
  const { capabilities } = context;
  const isUnknown = route.loader === "auto" && capabilities.find(route.upstream, model) === undefined;
  const probed = isUnknown ? await context.probes?.of(request, model) : undefined;
  const choice = chooseLoader({
    route,
    model,
    capabilities,
    hasRefused: context.refusals.has("feature"),
    asksForSearch: request.searchable !== undefined,
    toolCount: catalogue.tools.length,
    probed,
  });
  const takesNoSystem = context.refusals.all().some(({ kind, name }) => kind === "role" && name === "system");
  return takesNoSystem ? { ...choice, takesSystemMessages: false } : choice;
}
