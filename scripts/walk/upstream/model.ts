/** One API as a model endpoint speaks it. */
export interface Model {
  /** The names of the tools in a request. */
  readonly toolNames: (body: unknown) => readonly string[];
  /** The events of a stream with this text and this call. */
  readonly write: (text: string, call: ModelCall) => readonly string[];
}

/** What the model calls: the tool itself, or the bridge's tool with it. */
interface ModelCall {
  readonly name: string;
  readonly input: unknown;
}

/** A text in pieces, as tokens come. */
export function pieces(text: string): readonly string[] {
  return text.match(/.{1,12}/gs) ?? [];
}
