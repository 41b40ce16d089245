import type { ContentBlock, ToolUseBlock } from "@toolcrib/core";
import { canonicalJson } from "@toolcrib/shared/json";
import type { ClientRequest } from "../contracts/client-request.ts";
import { digestMessage } from "../conversation/canonical-message.ts";
import { ConversationKeys } from "../conversation/conversation-keys.ts";
import { sha256 } from "../hash/sha256.ts";
import type { HiddenTurns } from "../memory/hidden-turns.ts";
import { lifetimeMilliseconds } from "./containers.ts";
import { blocksOf } from "./inner-history.ts";
import { isProgramBlock, programOf } from "./program-blocks.ts";

/** Where a program waits. */
interface WaitingPlace {
  readonly program: string;
  /** What the model wrote; by default, what the conversation holds. */
  readonly input?: unknown;
  /** The calls that the client was shown; undefined if the program has ended. */
  readonly calls?: readonly ContentBlock[];
}

/** What is in a container. */
interface Contained {
  readonly container: string;
  /** Equal for containers that differ in nothing but the attempt that made them: what the request's programs started from, and got. */
  readonly origin: string;
}

const containerType = "container";

/**
 * Containers by the conversations that they belong to, because clients in the field forget to send their ids. A container is found by
 * the conversation before the program, the program and its calls, so conversations whose models number their calls alike have nothing
 * of each other. A request that is sent again replaces the container of the attempt before. With a shared store, any replica finds it.
 */
export class ForgottenContainers {
  readonly #hidden: HiddenTurns;
  readonly #keys: ConversationKeys;
  readonly #messages: ClientRequest["body"]["messages"];
  readonly #request: ClientRequest;

  constructor(hidden: HiddenTurns, request: ClientRequest) {
    this.#hidden = hidden;
    this.#request = request;
    this.#keys = new ConversationKeys(request);
    this.#messages = request.body.messages;
  }

  /** Keeps the container of a program that waits now. Resolves when any replica finds it. */
  async remember(place: WaitingPlace, { container, origin }: Contained): Promise<void> {
    const content = [{ type: containerType, id: container } as ContentBlock];
    const messages = [{ role: "assistant", content }] as const;
    const turns = { leading: [], messages, trailing: [], open: [] };
    const key = this.#keyOf(place);
    const digest = sha256(canonicalJson([this.#keys.history, origin]));
    this.#hidden.remember(key, turns, { milliseconds: lifetimeMilliseconds, digest });
    await this.#hidden.written(key, this.#request);
  }

  /** Keeps the container with what a program left. */
  rememberState(program: string, input: unknown, contained: Contained): Promise<void> {
    return this.remember({ program, input }, contained);
  }

  /** The container with what a program of the conversation left. */
  findState(program: string): Promise<string | undefined> {
    return this.#find({ program });
  }

  /** The container of a program that the conversation waits for. */
  find(program: string): Promise<string | undefined> {
    const last = this.#messages.findLast(({ role }) => role === "assistant");
    const asked = last === undefined ? [] : blocksOf(last).filter((block) => programOf(block) === program);
    return this.#find({ program, calls: asked.filter(({ type }) => type === "tool_use") });
  }

  async #find(place: WaitingPlace): Promise<string | undefined> {
    const key = this.#keyOf(place);
    await this.#hidden.load(() => [key]);
    const [found] = (this.#hidden.find(key)?.messages ?? []).flatMap(blocksOf);
    return (found as { readonly id?: string } | undefined)?.id;
  }

  #keyOf({ program, input, calls }: WaitingPlace): string {
    const isProgram = (block: ContentBlock) => isProgramBlock(block) && block.id === program;
    const position = this.#messages.findIndex((message) => blocksOf(message).some(isProgram));
    const message = this.#messages[position];
    const written = message === undefined ? input : (blocksOf(message).find(isProgram) as ToolUseBlock).input;
    // A new program follows everything in the request.
    const before = (message === undefined ? this.#messages.length : position) - 1;
    const asked = calls && digestMessage({ role: "assistant", content: calls });
    const place = sha256(canonicalJson([program, written, asked]));
    return `${this.#keys.upTo(before)} ${containerType} ${place}`;
  }
}
