import {
  createSearchTool,
  EngineMemory,
  type Message,
  type PreparedRequest,
  prepareRequest,
  type Settings,
  type Tool,
} from "@toolcrib/core";
import { makeConversation, makeTools, makeTurn } from "./synthetic-request.ts";

/** What one size of conversation and catalogue costs. */
export interface Measurement {
  readonly messages: number;
  readonly tools: number;
  readonly form: "full" | "lean";
  /** Nothing known before: everything is read. */
  readonly firstMilliseconds: number;
  readonly followingMedianMilliseconds: number;
  readonly followingP99Milliseconds: number;
  readonly firstKilobytes: number;
  readonly followingKilobytes: number;
}

const followingTurns = 200;
const firstTurns = 5;
const searchTool = createSearchTool();

interface Conversation {
  readonly memory: EngineMemory;
  messages: readonly Message[];
  turn: number;
}

export function measure(messageCount: number, toolCount: number, form: "full" | "lean"): Measurement {
  const settings: Settings = { nativeForm: form };
  const tools = makeTools(toolCount);
  const history = makeConversation(messageCount, tools);
  const prepare = (messages: readonly Message[], memory: EngineMemory): PreparedRequest =>
    prepareRequest({ model: "claude-sonnet-4-5", tools, messages, searchTool, settings }, memory);

  const first = Array.from({ length: firstTurns }, () => {
    // New objects, so that nothing remembered by identity helps.
    const fresh = structuredClone({ tools, history });
    collectGarbage();
    return timed(() => prepareFresh(fresh, settings));
  });
  const conversation: Conversation = { memory: new EngineMemory(), messages: history, turn: messageCount };
  const next = (): Timing => {
    const timing = timed(() => prepare(conversation.messages, conversation.memory));
    conversation.turn++;
    conversation.messages = [...timing.result.conversation, ...makeTurn(conversation.turn, tools)];
    return timing;
  };
  for (let warmUp = 0; warmUp < 30; warmUp++) next();
  collectGarbage();
  const following = Array.from({ length: followingTurns }, next);
  const times = following.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  return {
    messages: messageCount,
    tools: toolCount,
    form,
    firstMilliseconds: median(first.map(({ milliseconds }) => milliseconds)),
    followingMedianMilliseconds: median(times),
    followingP99Milliseconds: times[Math.floor(times.length * 0.99)] ?? 0,
    firstKilobytes: median(first.map(({ kilobytes }) => kilobytes)),
    followingKilobytes: median(following.map(({ kilobytes }) => kilobytes)),
  };
}

function prepareFresh({ tools, history }: { tools: readonly Tool[]; history: readonly Message[] }, settings: Settings) {
  return prepareRequest(
    { model: "claude-sonnet-4-5", tools, messages: history, searchTool, settings },
    new EngineMemory(),
  );
}

interface Timing {
  readonly result: PreparedRequest;
  readonly milliseconds: number;
  readonly kilobytes: number;
}

function timed(act: () => PreparedRequest): Timing {
  const heapBefore = process.memoryUsage().heapUsed;
  const startedAt = performance.now();
  const result = act();
  const milliseconds = performance.now() - startedAt;
  return { result, milliseconds, kilobytes: (process.memoryUsage().heapUsed - heapBefore) / 1024 };
}

/** `npm run bench:engine` gives the young generation room, so that nothing is collected while something is measured. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
