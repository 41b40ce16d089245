import type { ContentBlock, Message } from "@toolcrib/core";
import type { ClientRequest } from "../contracts/client-request.ts";
import { ConversationKeys } from "../conversation/conversation-keys.ts";
import { withBreakpointOf } from "../conversation/keep-breakpoint.ts";
import type { HiddenTurns } from "../memory/hidden-turns.ts";

/** An answer with its programs, of which the client saw only the calls. */
export interface AnswerWithPrograms {
  readonly shown: readonly ContentBlock[];
  readonly whole: readonly ContentBlock[];
  /** Where a program waits for the client. */
  readonly container: string | undefined;
}

/** A conversation with its programs, as a client that knows about them would send it. */
export interface RestoredConversation {
  readonly messages: readonly Message[];
  readonly container: string | undefined;
}

/** Hidden turns of the same conversation have other keys. */
const suffix = " programs";
const containerType = "container";

/** The programs of one conversation that its client did not see: they are put back where they were. */
export class HiddenPrograms {
  readonly #hidden: HiddenTurns;
  readonly #keys: ConversationKeys;
  readonly #messages: readonly Message[];
  readonly #request: ClientRequest;

  constructor(hidden: HiddenTurns, request: ClientRequest) {
    this.#hidden = hidden;
    this.#request = request;
    this.#keys = new ConversationKeys(request);
    this.#messages = request.body.messages;
  }

  async load(): Promise<void> {
    await this.#hidden.load(() => this.#positions().map((position) => this.#keyAt(position)));
  }

  restore(): RestoredConversation {
    if (this.#hidden.isEmpty) return { messages: this.#messages, container: undefined };
    let container: string | undefined;
    const last = this.#positions().at(-1);
    const messages = this.#messages.map((message, position) => {
      const found = message.role === "assistant" ? this.#hidden.find(this.#keyAt(position)) : undefined;
      if (found === undefined) return message;
      const [answer] = found.messages;
      const content = (answer?.content ?? []) as readonly ContentBlock[];
      if (position === last) container = content.map(containerIn).find((id) => id !== undefined);
      const whole = content.filter((block) => containerIn(block) === undefined);
      return withBreakpointOf(message, [{ role: "assistant", content: whole }])[0] ?? message;
    });
    return { messages, container };
  }

  /** Keeps what the client does not see of an answer. Resolves when any replica finds it. */
  async remember({ shown, whole, container }: AnswerWithPrograms): Promise<void> {
    const key = `${this.#keys.withAnswer(shown)}${suffix}`;
    if (whole.length === shown.length && container === undefined) {
      if (!this.#hidden.isEmpty) this.#hidden.remember(key, undefined);
      return;
    }
    const marks = container === undefined ? [] : [{ type: containerType, id: container } as ContentBlock];
    const answer: Message = { role: "assistant", content: [...whole, ...marks] };
    this.#hidden.remember(key, { leading: [], messages: [answer], trailing: [], open: [] });
    await this.#hidden.written(key, this.#request);
  }

  /** Forgets the program that waits: its calls count as the model's own from now on. */
  forgetWaiting(): void {
    const last = this.#positions().at(-1);
    if (last !== undefined) this.#hidden.remember(this.#keyAt(last), undefined);
  }

  #keyAt(position: number): string {
    return `${this.#keys.upTo(position)}${suffix}`;
  }

  #positions(): readonly number[] {
    return this.#messages.flatMap(({ role }, position) => (role === "assistant" ? [position] : []));
  }
}

function containerIn(block: ContentBlock): string | undefined {
  const { type, id } = block as ContentBlock & { readonly id?: string };
  return type === containerType ? id : undefined;
}
