import type { ContentBlock, ToolUseBlock } from "@toolcrib/core";
import { canonicalJson } from "@toolcrib/shared/json";
import type { ClientRequest } from "../contracts/client-request.ts";
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
  /** The ids of the calls that the client was shown. */
  readonly calls: readonly string[];
}

const containerType = "container";
/** In place of calls: the program has ended. No call has such an id. */
const afterProgram: readonly string[] = [" "];

/**
 * Containers by the conversations that they belong to, because clients in the field forget to send their ids. A container is found by
 * the conversation before the program, the program and its calls, so conversations whose models number their calls alike have nothing
 * of each other. With a shared store, any replica finds it.
 */
export class ForgottenContainers {
  readonly #hidden: HiddenTurns;
  readonly #keys: ConversationKeys;
  readonly #messages: ClientRequest["body"]["messages"];

  constructor(hidden: HiddenTurns, request: ClientRequest) {
    this.#hidden = hidden;
    this.#keys = new ConversationKeys(request);
    this.#messages = request.body.messages;
  }

  /** Keeps the container of a program that waits now. Resolves when any replica finds it. */
  async remember(place: WaitingPlace, container: string): Promise<void> {
    const content = [{ type: containerType, id: container } as ContentBlock];
    const messages = [{ role: "assistant", content }] as const;
    const turns = { leading: [], messages, trailing: [], open: [] };
    const key = this.#keyOf(place);
    this.#hidden.remember(key, turns, lifetimeMilliseconds);
    await this.#hidden.written(key);
  }

  /** Keeps the container with what a program left. */
  rememberState(program: string, input: unknown, container: string): Promise<void> {
    return this.remember({ program, input, calls: afterProgram }, container);
  }

  /** The container with what a program of the conversation left. */
  findState(program: string): Promise<string | undefined> {
    return this.#find({ program, calls: afterProgram });
  }

  /** The container of a program that the conversation waits for. */
  find(program: string): Promise<string | undefined> {
    const last = this.#messages.findLast(({ role }) => role === "assistant");
    const asked = last === undefined ? [] : blocksOf(last).filter((block) => programOf(block) === program);
    const calls = asked.filter(({ type }) => type === "tool_use").map((block) => (block as ToolUseBlock).id);
    return this.#find({ program, calls });
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
    const place = sha256(canonicalJson([program, written, calls]));
    return `${this.#keys.upTo(before)} ${containerType} ${place}`;
  }
}
