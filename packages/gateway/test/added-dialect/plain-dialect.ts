import { type ClientDialect, GatewayError, type MessagesBody, type ReceivedRequest } from "../../src/index.ts";

interface PlainRequest {
  readonly model: string;
  readonly question: string;
  readonly stream?: boolean;
}

/** A dialect that is not built in: the request is a question, and the answer is text, whole or line by line. */
export const plainDialect: ClientDialect = {
  specificationVersion: "v1",
  name: "plain",
  endpoints: [{ path: "/plain", kind: "messages" }],
  notServed: new Map([["/plain/files", "it takes questions only"]]),
  endMark: "end",
  recognises: (headers) => headers["x-plain"] !== undefined,
  createParser: () => (received) => ({ body: toInnerForm(received), betas: [], apiVersion: "2023-06-01" }),
  createStreamEncoder: () => ({
    encode(event) {
      if (event.type === "message_stop") return "end\n";
      // A block may come whole, with its beginning.
      if (event.type === "content_block_start") return line((event.content_block as { readonly text?: string }).text);
      return event.type === "content_block_delta" && "text" in event.delta ? line(event.delta.text as string) : "";
    },
    ping: () => "\n",
    error: ({ error }, requestId) => `error ${JSON.stringify({ problem: error.message, requestId })}\n`,
  }),
  encodeAnswer: ({ content }) => ({ text: content.flatMap((block) => ("text" in block ? [block.text] : [])).join("") }),
  encodeCount: (tokens) => ({ tokens }),
  encodeError: ({ error }, requestId) => ({ problem: error.message, requestId }),
  encodeModels: (models) => ({ models: models.map(({ id }) => id) }),
  encodeModel: ({ id }) => ({ model: id }),
  rateLimitHeaders: () => ({}),
  readAnswer: () => {
    throw new Error("No upstream speaks it.");
  },
  observeForwarded: () => {
    throw new Error("No upstream speaks it.");
  },
};

const line = (text = "") => (text === "" ? "" : `text ${JSON.stringify(text)}\n`);

function toInnerForm({ body }: ReceivedRequest): MessagesBody {
  const { model, question, stream = false } = parseJson(Buffer.concat([...body]).toString());
  return { model, max_tokens: 1000, stream, messages: [{ role: "user", content: question }] };
}

function parseJson(text: string): PlainRequest {
  try {
    return JSON.parse(text) as PlainRequest;
  } catch (error) {
    throw new GatewayError("invalid_json", { reason: (error as Error).message });
  }
}
