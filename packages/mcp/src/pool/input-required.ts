import type { ClientCapabilities } from "@modelcontextprotocol/client";

/** What a server asks the caller before it continues with a request. */
export interface InputRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** A server's request for input: the call must be repeated with the answers and the unchanged state. */
export interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests?: Readonly<Record<string, InputRequest>>;
  readonly requestState?: string;
}

/** What a repeated request carries. */
export interface Resumption {
  readonly inputResponses?: Readonly<Record<string, unknown>> | undefined;
  readonly requestState?: string | undefined;
}

/** The requests that a server may send to a client, and the capability that each requires. */
const inputCapabilities: Readonly<Record<string, "elicitation" | "sampling" | "roots">> = {
  "elicitation/create": "elicitation",
  "sampling/createMessage": "sampling",
  "roots/list": "roots",
};

const maxInputRequests = 20;

export function isInputRequired(result: object): result is InputRequired {
  return (result as { readonly resultType?: unknown }).resultType === "input_required";
}

/** The requests in a response, by the server's own keys. Throws with the reason if the protocol does not allow them. */
export function readInputRequests({ inputRequests, requestState }: InputRequired): ReadonlyMap<string, InputRequest> {
  const requests = new Map(Object.entries(inputRequests ?? {}));
  if (requests.size === 0 && requestState === undefined) throw new Error("it asks for input and names none");
  if (requests.size > maxInputRequests) throw new Error(`it asks ${requests.size} things at once`);
  for (const request of requests.values()) {
    const { method, params } = (request ?? {}) as { readonly method?: unknown; readonly params?: unknown };
    if (typeof method !== "string" || !Object.hasOwn(inputCapabilities, method)) {
      throw new Error(`it asks for ${JSON.stringify(String(method).slice(0, 100))}, which no client answers`);
    }
    const isObject = typeof params === "object" && params !== null && !Array.isArray(params);
    if (!isObject && (params !== undefined || method !== "roots/list"))
      throw new Error(`it asks for ${method} without params`);
  }
  return requests;
}

/** The capabilities that a request needs but the caller does not declare; undefined if none is missing. */
export function missingCapabilities(
  { method, params = {} }: InputRequest,
  declared: ClientCapabilities,
): ClientCapabilities | undefined {
  switch (inputCapabilities[method]) {
    case "elicitation": {
      const { elicitation } = declared;
      const isUrl = params["mode"] === "url";
      // An empty object dates from before there were modes, and means forms.
      const hasForm = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
      if (isUrl ? elicitation?.url !== undefined : hasForm) return undefined;
      return { elicitation: isUrl ? { url: {} } : { form: {} } };
    }
    case "sampling": {
      const needsTools = params["tools"] !== undefined || params["toolChoice"] !== undefined;
      if (declared.sampling !== undefined && (!needsTools || declared.sampling.tools !== undefined)) return undefined;
      return { sampling: needsTools ? { tools: {} } : {} };
    }
    default:
      return declared.roots === undefined ? { roots: {} } : undefined;
  }
}
