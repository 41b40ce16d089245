import type { Message, Tool } from "@toolcrib/core";
import type { CataloguePlan } from "@toolcrib/core/engine";
import { oncePer } from "@toolcrib/shared/caches";
import type { MessagesBody } from "../contracts/inner-form.ts";
import type { PromptLengths } from "../contracts/savings.ts";

/** A model call whose prompt is measured. */
export interface MeasuredCall {
  /** What is sent. */
  readonly body: MessagesBody;
  readonly plan: CataloguePlan;
  /** Whether tools are deferred. */
  readonly isOn: boolean;
  /** The found tools whose definitions are sent. */
  readonly loaded: readonly string[];
  /** Where the model reads these definitions. */
  readonly definitionsIn: "upstream" | "tools" | "messages";
  /** Names of the tools that are sent only because others are deferred. */
  readonly ownTools: ReadonlySet<string>;
  /** The messages of the client, without anything of the gateway's. */
  readonly clientMessages: readonly Message[];
  readonly isExtra: boolean;
}

/** Measures the parts of a prompt, in characters of JSON. Tools and earlier messages are measured once. */
export function measurePrompt(call: MeasuredCall): PromptLengths {
  const { body, plan, isOn, loaded, ownTools, isExtra } = call;
  const system = JSON.stringify(body.system ?? "").length;
  const messages = sum(body.messages);
  if (!isOn) {
    const eagerTools = sum(body.tools ?? []);
    return { system, messages, eagerTools, foundTools: 0, withheldTools: 0, added: 0, isExtra };
  }
  const eager = (body.tools ?? []).filter((tool) => !isDeferred(tool, plan));
  const foundTools = loaded.reduce((length, name) => length + lengthOf(plan.byName.get(name)), 0);
  // Definitions in the messages are not counted twice.
  const ownMessages = call.definitionsIn === "messages" ? Math.max(0, messages - foundTools) : messages;
  const addedTools = sum(eager.filter(({ name }) => name !== undefined && ownTools.has(name)));
  return {
    system,
    messages: ownMessages,
    eagerTools: sum(eager),
    foundTools,
    withheldTools: Math.max(0, plan.derive(deferredLength) - foundTools),
    added: addedTools + Math.max(0, ownMessages - sum(call.clientMessages)),
    isExtra,
  };
}

function isDeferred({ name, defer_loading: isMarked }: Tool, plan: CataloguePlan): boolean {
  return isMarked === true || (name !== undefined && plan.deferredNames.has(name));
}

function deferredLength({ deferred }: CataloguePlan): number {
  return sum(deferred);
}

function sum(parts: readonly object[]): number {
  return parts.reduce((length, part) => length + lengthOf(part), 0);
}

/** The length of a prompt as a whole, in characters of JSON. */
export function promptLength({ system, messages, tools }: MessagesBody): number {
  return JSON.stringify(system ?? "").length + sum(messages) + sum(tools ?? []);
}

/** Models count an image by its size in pixels: about as many tokens at most as this text. */
const maxImageLength = 4_000;

/** The characters of images in messages that models do not read as text. */
export function imageExcess(messages: readonly object[]): number {
  return messages.reduce((excess, message) => excess + excessIn((message as ContentPart)?.content, 0), 0);
}

interface ContentPart {
  readonly type?: unknown;
  readonly content?: unknown;
  readonly source?: { readonly data?: unknown } | null;
}

/** Results of tools hold images too. */
function excessIn(content: unknown, depth: number): number {
  if (!Array.isArray(content) || depth > 1) return 0;
  return (content as readonly (ContentPart | null)[]).reduce((excess, part) => {
    if (part?.type !== "image") return excess + excessIn(part?.content, depth + 1);
    const data = part.source?.data;
    return typeof data === "string" ? excess + Math.max(0, data.length - maxImageLength) : excess;
  }, 0);
}

/** Tools and earlier messages are repeated in every request. */
function lengthOf(part: object | undefined): number {
  return part === undefined ? 0 : writtenLength(part);
}

const writtenLength = oncePer((part: object) => (JSON.stringify(part) ?? "").length - imageExcess([part]));
