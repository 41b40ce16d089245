import { costFromCharacters, type DeferralCost } from "../../04-threshold/threshold.ts";
import { type CataloguePlan, planCatalogue } from "../../05-deferral-decision/catalogue-plan.ts";
import { type DeferralRules, isSameRules } from "../../05-deferral-decision/deferral-decision.ts";
import { ConversationReader } from "../../06-found-tools/conversation-reader.ts";
import { FoundTools } from "../../06-found-tools/found-tools.ts";
import {
  type AnnouncementAnswer,
  type AnnouncementQuestion,
  announceDelta,
  hasPlace,
} from "../../09-announcement/announcement.ts";
import { hasSameStart } from "../../list/has-same-start.ts";
import { LoadedTools } from "../../loaders/loaded-tools.ts";
import { type ResolvedSettings, resolveSettings } from "../../settings/resolve-settings.ts";
import type { Settings } from "../../settings/settings.ts";
import type { Tool } from "../../tools/tool.ts";
import { MessageWriter } from "../wire-messages/message-writer.ts";

/**
 * What makes the next request of a conversation cost its new messages. It changes no answer: any request may be prepared with any
 * memory, or with none.
 */
export class EngineMemory {
  readonly reader: ConversationReader = new ConversationReader();
  readonly foundTools: FoundTools = new FoundTools();
  readonly shownTools: FoundTools = new FoundTools();
  readonly loadedTools: LoadedTools = new LoadedTools();
  readonly writer: MessageWriter = new MessageWriter();
  #resolved: { settings: Settings | undefined; resolved: ResolvedSettings } | undefined;
  #planned:
    | { tools: readonly Tool[]; searchTool: Tool | undefined; rules: DeferralRules; plan: CataloguePlan }
    | undefined;
  #silent: { plan: CataloguePlan; announced: object; version: number; budgetTokens: number } | undefined;

  /** The same settings are read once: they are replaced, never written into. */
  resolve(settings: Settings | undefined): ResolvedSettings {
    if (this.#resolved === undefined || this.#resolved.settings !== settings) {
      this.#resolved = { settings, resolved: resolveSettings(settings) };
    }
    return this.#resolved.resolved;
  }

  plan(tools: readonly Tool[], searchTool: Tool | undefined, rules: DeferralRules): CataloguePlan {
    const planned = this.#planned;
    if (
      planned !== undefined &&
      planned.searchTool === searchTool &&
      isSameRules(planned.rules, rules) &&
      Array.isArray(tools) &&
      planned.tools.length === tools.length &&
      hasSameStart(planned.tools, tools, tools.length)
    ) {
      return planned.plan;
    }
    const plan = planCatalogue(tools, searchTool, rules);
    this.#planned = { tools: tools.slice(), searchTool, rules, plan };
    return plan;
  }

  estimatedCost(plan: CataloguePlan): DeferralCost {
    return plan.derive(estimateCost);
  }

  /** Remembers that there was nothing to announce, for as long as neither the catalogue nor what was announced changes. */
  announce(question: AnnouncementQuestion): AnnouncementAnswer | undefined {
    const { plan, budgetTokens } = question;
    const { announced } = question.reading;
    const silent = this.#silent;
    if (
      silent?.plan === plan &&
      silent.announced === announced &&
      silent.version === announced.version &&
      silent.budgetTokens === budgetTokens
    ) {
      return undefined;
    }
    const answer = announceDelta(question);
    // Silence because there was no place to speak is not remembered.
    if (answer === undefined && hasPlace(question))
      this.#silent = { plan, announced, version: announced.version, budgetTokens };
    return answer;
  }
}

function estimateCost({ deferred }: CataloguePlan): DeferralCost {
  return costFromCharacters(deferred);
}
