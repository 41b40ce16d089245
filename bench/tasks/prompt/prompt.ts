// What a model sees of a request, whatever the dialect.

type Place = "tools" | "system" | "messages";

/** A piece of the prompt, in the order in which providers cache: tools, system, messages. */
export interface PromptPart {
  readonly place: Place;
  readonly text: string;
  /** Whether the request marks it as the end of something to cache. */
  readonly isMarked: boolean;
}

/** A tool that the model may call by its name. */
export interface VisibleTool {
  readonly name: string;
  readonly description: string;
  readonly schema: unknown;
}

export type SeenBlock =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "call"; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly kind: "result"; readonly id: string; readonly text: string; readonly isError: boolean };

export interface SeenMessage {
  readonly role: "system" | "user" | "assistant";
  readonly blocks: readonly SeenBlock[];
}

export interface Prompt {
  readonly parts: readonly PromptPart[];
  readonly tools: ReadonlyMap<string, VisibleTool>;
  readonly messages: readonly SeenMessage[];
}

/** A call that the model makes. */
export interface ModelCall {
  readonly name: string;
  readonly input: unknown;
}

/** What the model answers. */
export interface ModelStep {
  readonly text?: string;
  readonly calls?: readonly ModelCall[];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function inputOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
