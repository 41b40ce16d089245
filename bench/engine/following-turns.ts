import { createSearchTool, type Message, nextTurn, prepareRequest, type Settings, type Tool } from "@toolcrib/core";
import { EngineMemory } from "@toolcrib/core/engine";
import { type Case, settingsOf } from "./case.ts";
import { inShuffledRounds } from "./rounds.ts";
import { makeConversation, makeTools, makeTurn } from "./synthetic-request.ts";
import { type Cost, collectGarbage, timed } from "./timing.ts";

const warmUpTurns = 50;
export const followingTurns = 200;
const searchTool = createSearchTool();

/** What one turn of an agent's loop takes of the engine. */
export interface TurnCost {
  readonly preparing: Cost;
  /** Reading the array of messages for the wire. */
  readonly reading: Cost;
  /** `nextTurn`. */
  readonly goingOn: Cost;
}

/** A conversation that goes on turn by turn with one memory. */
class GrowingConversation {
  readonly #memory = new EngineMemory();
  readonly #tools: readonly Tool[];
  readonly #settings: Settings;
  #messages: readonly Message[];
  #turn: number;

  constructor({ form, messages, tools }: Case) {
    this.#tools = makeTools(tools);
    this.#settings = settingsOf(form);
    this.#messages = makeConversation(messages, this.#tools);
    this.#turn = messages;
  }

  /** Prepares the next request. What the caller makes of it is counted apart: its array of messages, and the conversation to go on with. */
  next(): TurnCost {
    const request = {
      model: "claude-sonnet-4-5",
      tools: this.#tools,
      messages: this.#messages,
      searchTool,
      settings: this.#settings,
    };
    const { result, ...preparing } = timed(() => prepareRequest(request, this.#memory));
    const { result: _messages, ...reading } = timed(() => result.messages);
    this.#turn++;
    const { content, answer } = makeTurn(this.#turn, this.#tools);
    const { result: messages, ...goingOn } = timed(() => nextTurn(result.conversation, content, [{ result: answer }]));
    this.#messages = messages;
    return { preparing, reading, goingOn };
  }
}

/** What each following turn costs, case by case. The cases take turns, so that a slow minute of the machine is a slow minute for all. */
export function measureFollowingTurns(cases: readonly Case[]): readonly (readonly TurnCost[])[] {
  const conversations = cases.map((measured) => new GrowingConversation(measured));
  const next = conversations.map((conversation) => () => conversation.next());
  inShuffledRounds(warmUpTurns, next);
  collectGarbage();
  return inShuffledRounds(followingTurns, next);
}
