import { createSearchTool, EngineMemory, type Message, prepareRequest, type Settings, type Tool } from "@toolcrib/core";
import type { Case } from "./case.ts";
import { inShuffledRounds } from "./rounds.ts";
import { makeConversation, makeTools, makeTurn } from "./synthetic-request.ts";
import { type Cost, collectGarbage, timed } from "./timing.ts";

const warmUpTurns = 50;
export const followingTurns = 200;
const searchTool = createSearchTool();

/** A conversation that goes on turn by turn with one memory. */
class GrowingConversation {
  readonly #memory = new EngineMemory();
  readonly #tools: readonly Tool[];
  readonly #settings: Settings;
  #messages: readonly Message[];
  #turn: number;

  constructor({ form, messages, tools }: Case) {
    this.#tools = makeTools(tools);
    this.#settings = { nativeForm: form };
    this.#messages = makeConversation(messages, this.#tools);
    this.#turn = messages;
  }

  /** Prepares the next request; the caller's own copy of the conversation is not counted. */
  next(): Cost {
    const request = {
      model: "claude-sonnet-4-5",
      tools: this.#tools,
      messages: this.#messages,
      searchTool,
      settings: this.#settings,
    };
    const { result, ...cost } = timed(() => prepareRequest(request, this.#memory));
    this.#turn++;
    this.#messages = [...result.conversation, ...makeTurn(this.#turn, this.#tools)];
    return cost;
  }
}

/** What each following turn costs, case by case. The cases take turns, so that a slow minute of the machine is a slow minute for all. */
export function measureFollowingTurns(cases: readonly Case[]): readonly (readonly Cost[])[] {
  const conversations = cases.map((measured) => new GrowingConversation(measured));
  const next = conversations.map((conversation) => () => conversation.next());
  inShuffledRounds(warmUpTurns, next);
  collectGarbage();
  return inShuffledRounds(followingTurns, next);
}
