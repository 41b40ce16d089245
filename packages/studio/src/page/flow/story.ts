import type { FlowParty, FlowStep, TraceRecord } from "@toolcrib/gateway";
import { conversationId } from "../admin/conversation-id.ts";

/** A step of the story, with its origin. */
export interface StoryStep extends FlowStep {
  /** Its number in the story, from 1. */
  readonly number: number;
  readonly trace: TraceRecord;
  /** Whether it is the first step of a request, if the story has several. */
  readonly startsRequest: boolean;
  /** The request's number in the story, from 1. */
  readonly request: number;
  /** Whether it is inferred, not recorded: what a client does between two requests. */
  readonly isInferred: boolean;
}

/** The story of some requests of one conversation, oldest first. */
export function tellStory(traces: readonly TraceRecord[]): readonly StoryStep[] {
  const story: StoryStep[] = [];
  for (const [position, trace] of traces.entries()) {
    const request = position + 1;
    for (const [index, step] of trace.flow.entries()) {
      const startsRequest = index === 0 && traces.length > 1;
      story.push({ ...step, number: story.length + 1, trace, startsRequest, request, isInferred: false });
    }
    const { stopReason, milliseconds } = trace;
    if (stopReason !== "tool_use" || position === traces.length - 1) continue;
    const ran = { from: "client", to: "client", title: "Client answers the call" } as const;
    story.push({
      ...ran,
      at: milliseconds.total,
      number: story.length + 1,
      trace,
      startsRequest: false,
      request,
      isInferred: true,
    });
  }
  return story;
}

/** All requests of a trace's conversation, oldest first; the trace alone if it has none. */
export function conversationOf(trace: TraceRecord, traces: readonly TraceRecord[]): readonly TraceRecord[] {
  const wanted = conversationId(trace);
  const members = traces.filter((other) => conversationId(other) === wanted);
  if (!members.includes(trace)) members.push(trace);
  return members
    .toReversed()
    .toSorted((left, right) => (left.startedAt < right.startedAt ? -1 : left.startedAt > right.startedAt ? 1 : 0));
}

/**
 * The number of a request in its conversation, from 1; undefined if it is alone. `finished` has the conversation's finished requests, newest
 * first, and `running` those that are running, of any conversation.
 */
export function turnOf(
  trace: TraceRecord,
  finished: readonly TraceRecord[],
  running: readonly TraceRecord[],
): number | undefined {
  const id = conversationId(trace);
  const others = running.filter((other) => conversationId(other) === id && other.id !== trace.id);
  const position = finished.indexOf(trace);
  if (finished.length + others.length <= (position < 0 ? 0 : 1)) return undefined;
  if (position >= 0) return finished.length - position;
  return finished.length + 1 + others.filter(({ startedAt }) => startedAt < trace.startedAt).length;
}

const maxRequests = 20;

/** As many requests as a diagram can show, including the selected one and most of those before it. */
export function around(trace: TraceRecord, conversation: readonly TraceRecord[]): readonly TraceRecord[] {
  const end = Math.max(maxRequests, conversation.indexOf(trace) + maxRequests / 4);
  const last = Math.min(conversation.length, end);
  return conversation.slice(Math.max(0, last - maxRequests), last);
}

/**
 * The two sides of a step: what the client sent in its request, and what was last sent upstream before or at the step.
 */
export interface BothSides {
  readonly clientSent: StoryStep | undefined;
  readonly wentUp: StoryStep | undefined;
}

export function bothSides(story: readonly StoryStep[], step: StoryStep): BothSides {
  const ofRequest = story.filter(({ request }) => request === step.request);
  const toModel = ofRequest.filter(({ to }) => to === "model");
  return {
    clientSent: ofRequest.find(({ from }) => from === "client"),
    wentUp: toModel.findLast(({ number }) => number <= step.number) ?? toModel[0],
  };
}

/** Whether a step reports a failure. */
export function isFailure({ title }: Pick<FlowStep, "title">): boolean {
  return /^(Error \d|Client goes away|Answer that breaks off|Program fails)/.test(title);
}

export const partyNames: Readonly<Record<FlowParty, string>> = {
  client: "Client",
  gateway: "Gateway",
  model: "Model",
  catalogue: "Catalogue",
  "mcp-server": "MCP server",
  program: "Program",
};
