import { isDeepStrictEqual } from "node:util";
import type { Message, Tool } from "@toolcrib/core";
import type { MessagesBody } from "../../../../../contracts/inner-form.ts";
import { callInput } from "../../../../../inner-form/call-input.ts";
import type { LooseBlock } from "../../../../shared/blocks/block-text.ts";
import { customInput } from "../../../shared/custom-tools.ts";
import { pairMessages } from "../../client/request/conversation.ts";
import { pairTools } from "../../client/request/tools.ts";
import { ownerOf } from "../../wire/origins.ts";
import type { ChatMessage } from "./message-context.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The request of a client that also speaks Chat Completions: everything that the gateway did not change is sent unchanged. */
export class ClientChat {
  readonly body: Fields;
  readonly #system: readonly object[];
  readonly #opening: readonly ChatMessage[];
  readonly #turns: readonly (readonly ChatMessage[])[];
  readonly #positions = new Map<Message, number>();
  readonly #tools: ReadonlyMap<Tool, Fields>;
  #calls: ReadonlyMap<unknown, { readonly call: Fields; readonly message: ChatMessage }> | undefined;
  #results: ReadonlyMap<unknown, ChatMessage> | undefined;
  /** The user's messages by their text, the last one first. */
  #said: ReadonlyMap<unknown, { readonly position: number; readonly message: ChatMessage }[]> | undefined;
  #toolsByName: ReadonlyMap<string | undefined, Fields> | undefined;
  /** The positions of turns that say something. */
  #spoken: ReadonlySet<number> | undefined;
  #next = 0;

  constructor(body: Fields) {
    this.body = body;
    const { system, opening, turns } = pairMessages(body["messages"] as readonly unknown[]);
    this.#system = system;
    this.#opening = (opening as readonly ChatMessage[]).filter((message) => !bringsTools(message));
    this.#turns = turns.map(({ parts }) => parts as readonly ChatMessage[]);
    turns.forEach(({ messages }, position) => {
      for (const message of messages) this.#positions.set(message, position);
    });
    this.#tools = pairTools((body["tools"] ?? []) as readonly unknown[]);
  }

  /** The messages of the system prompt, and the blocks that the gateway added to it; undefined if it was changed in another way. */
  opening(
    system: MessagesBody["system"],
  ): { readonly messages: readonly ChatMessage[]; readonly added: readonly object[] } | undefined {
    const given = system ?? [];
    if (typeof given === "string") return undefined;
    const isKept = this.#system.every((block, position) => isDeepStrictEqual(block, given[position]));
    return isKept ? { messages: this.#opening, added: given.slice(this.#system.length) } : undefined;
  }

  /**
   * What a message was made of, in the client's order: after messages that say nothing and so have no inner form, and, if system messages
   * keep their places, after those that the inner form has later.
   */
  messagesOf(
    message: Message,
    { keepsSystem, keepsTools }: { readonly keepsSystem: boolean; readonly keepsTools: boolean },
  ): readonly ChatMessage[] | undefined {
    const position = this.#positions.get(message);
    if (position === undefined) return undefined;
    if (position < this.#next) return [];
    const before = this.#turns
      .slice(this.#next, position)
      .filter((turn, at) => this.#isSilent(this.#next + at) || (keepsSystem && turn[0]?.role === "system"));
    this.#next = position + 1;
    // Elsewhere, tools that a message brings are among the tools of the request.
    return [...before, this.#turns[position] ?? []].flat().filter((own) => keepsTools || !bringsTools(own));
  }

  #isSilent(position: number): boolean {
    this.#spoken ??= new Set(this.#positions.values());
    return !this.#spoken.has(position);
  }

  /** The call of an id, with its message. */
  callOf(id: unknown): { readonly call: Fields; readonly message: ChatMessage } | undefined {
    this.#calls ??= new Map(
      this.#turns.flat().flatMap((message) => {
        const calls = message["tool_calls"];
        const list: readonly Fields[] = Array.isArray(calls) ? calls : [];
        return list.map((call) => [call["id"], { call, message }] as const);
      }),
    );
    return this.#calls.get(id);
  }

  /** The message with the result of a call. */
  resultOf(id: unknown): ChatMessage | undefined {
    this.#results ??= new Map(
      this.#turns.flat().flatMap((message) => (message.role === "tool" ? [[message["tool_call_id"], message]] : [])),
    );
    return this.#results.get(id);
  }

  /** The message of the user that blocks come from, though the gateway added to it. */
  userOf(blocks: readonly LooseBlock[]): ChatMessage | undefined {
    for (const block of blocks) {
      const owner = ownerOf(block) ?? (block.type === "text" ? this.#userWho(block["text"]) : undefined);
      if (owner !== undefined) return owner as ChatMessage;
    }
    return undefined;
  }

  /** The next message of the user that says this and no more. */
  #userWho(text: unknown): ChatMessage | undefined {
    this.#said ??= this.#indexSaid();
    const said = this.#said.get(text);
    // Positions only grow.
    while (said !== undefined && (said.at(-1)?.position ?? Number.POSITIVE_INFINITY) < this.#next) said.pop();
    return said?.at(-1)?.message;
  }

  #indexSaid() {
    const said = new Map<unknown, { readonly position: number; readonly message: ChatMessage }[]>();
    for (let position = this.#turns.length - 1; position >= this.#next; position--) {
      for (const message of this.#turns[position]?.toReversed() ?? []) {
        if (message.role !== "user") continue;
        const same = said.get(message["content"]) ?? [];
        same.push({ position, message });
        said.set(message["content"], same);
      }
    }
    return said;
  }

  /** The client's own form of a tool, with the gateway's definition if it changed. */
  toolOf(tool: Tool, written: Fields): Fields | undefined {
    if (tool.name === undefined) return this.#serverToolOf(tool);
    const same = this.#tools.get(tool);
    if (same !== undefined) return same;
    this.#toolsByName ??= new Map([...this.#tools].toReversed().map(([{ name }, own]) => [name, own]));
    const named = this.#toolsByName.get(tool.name);
    if (named === undefined) return undefined;
    if (named["type"] !== "function") return withoutDeferral(named);
    const definition = { ...withoutDeferral(named["function"] as Fields), ...(written["function"] as Fields) };
    return { ...withoutDeferral(named), function: definition };
  }

  /** The client's own entry for a tool that the server runs: it may have parameters. */
  #serverToolOf({ type }: Tool): Fields | undefined {
    const own = (this.body["tools"] ?? []) as readonly Fields[];
    return own.find((entry) => entry["type"] === type);
  }

  /** Whether the tools are the client's own, all of them. */
  hasOnlyOwnTools(tools: readonly Tool[]): boolean {
    const listed = (this.body["tools"] as readonly unknown[] | undefined)?.length;
    return tools.length === listed && tools.every((tool) => this.#tools.has(tool));
  }
}

/** Whether a call in the inner form says what the client's call says. */
export function isSameCall(block: Fields, call: Fields): boolean {
  const type = call["type"] === "custom" ? "custom" : "function";
  const called = call[type] as Fields;
  const input = type === "custom" ? customInput(String(called["input"])) : callInput(String(called["arguments"]));
  return called["name"] === block["name"] && isDeepStrictEqual(input, block["input"]);
}

function bringsTools({ role, tools }: ChatMessage): boolean {
  return (role === "system" || role === "developer") && tools !== undefined && tools !== null;
}

/** The gateway has decided where a deferred tool goes; the server need not know of it. */
function withoutDeferral({ defer_loading: _deferred, ...rest }: Fields): Fields {
  return rest;
}
