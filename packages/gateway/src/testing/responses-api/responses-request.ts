/** A request of the Responses API, as far as the checks and scripts read it. */
export interface ResponsesRequest {
  readonly model: string;
  readonly input: readonly InputItem[];
  readonly instructions?: string;
  readonly tools?: readonly WireTool[];
  readonly tool_choice?: unknown;
  readonly stream?: boolean;
  readonly store?: boolean;
  readonly include?: readonly string[];
  readonly [field: string]: unknown;
}

export interface InputItem {
  readonly type?: string;
  readonly role?: string;
  readonly id?: string;
  readonly call_id?: string;
  readonly [field: string]: unknown;
}

export interface WireTool {
  readonly type: string;
  readonly name?: string;
  readonly tools?: readonly WireTool[];
  readonly [field: string]: unknown;
}

/** What the scripted model says. */
export interface ResponsesAnswer {
  /** A thought: it comes as a summary and, where it is asked for, encrypted. */
  readonly reasoning?: string;
  readonly text?: string;
  readonly refusal?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Further items, as they are. */
  readonly items?: readonly object[];
  /** Why the response is incomplete. */
  readonly incomplete?: string;
  /** Fails after it was created. */
  readonly failure?: { readonly code: string; readonly message: string };
}

interface ScriptedCall {
  readonly id?: string;
  readonly name: string;
  readonly namespace?: string;
  readonly arguments?: unknown;
  /** The text for a custom tool. */
  readonly input?: string;
}

/** What the model answers to a request; requests are counted from one. */
export type ResponsesModel = (body: ResponsesRequest, requestNumber: number) => ResponsesAnswer;
