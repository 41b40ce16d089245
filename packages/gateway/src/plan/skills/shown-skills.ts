import type { ContentBlock, Message } from "@toolcrib/core";
import { checkMessages } from "@toolcrib/core/conversation";
import { type SkillSummary, skillQueryOf, withSkillList } from "@toolcrib/core/skills";
import { oncePer } from "@toolcrib/shared/caches";
import type { ClientRequest } from "../../contracts/client-request.ts";
import type { RequestSkills } from "../../contracts/request-skills.ts";
import { clientScope } from "../../conversation/client-scope.ts";

/** The messages of a request with skills shown in them, and the names of all shown skills. */
export interface ShownSkills {
  /** One for each message of the request, in the same order. */
  readonly messages: readonly Message[];
  readonly names: ReadonlySet<string>;
}

const noSkills: readonly SkillSummary[] = [];

/**
 * Shows the model, after each user message, skills that match its words and were not shown before (E14.1). The result depends only on
 * the messages, so the next request shows the same; after a compaction, lost skills are shown again where they match.
 */
export async function showSkills(request: ClientRequest, skills: RequestSkills): Promise<ShownSkills> {
  const { policy, route } = request;
  const { messages } = request.body;
  const { ranker, skillWaitMilliseconds: waitMilliseconds } = route.settings;
  const search = { scope: clientScope(request), policy, ranker, waitMilliseconds };
  const fitting = await skills.fitting(messages.map(queryOf), search);
  const names = new Set<string>();
  let shown = new Set<string>();
  const written = messages.map((message, position) => {
    if (isCompaction(message)) shown = new Set();
    const fresh = (fitting[position] ?? noSkills).filter(({ name }) => !shown.has(name));
    for (const { name } of fresh) shown.add(name);
    for (const { name } of fresh) names.add(name);
    return fresh.length === 0 ? message : withList(message, fresh);
  });
  return { messages: written, names };
}

/** Invalid messages get their error from the engine, which says where and why. */
function queryOf(message: Message): string {
  try {
    checkMessages([message]);
  } catch {
    return "";
  }
  return skillQueryOf(message);
}

const listsOf = oncePer((_message: Message) => new Map<string, Message>());

/** The same message with the same skills is the same object, so that the engine recognises it. */
function withList(message: Message, skills: readonly SkillSummary[]): Message {
  const byNames = listsOf(message);
  const key = JSON.stringify(skills);
  const written = byNames.get(key) ?? withSkillList(message, skills);
  byNames.set(key, written);
  return written;
}

/** Whether the API drops everything before this message. */
function isCompaction({ content }: Message): boolean {
  return typeof content !== "string" && content.some(({ type }: ContentBlock) => type === "compaction");
}
