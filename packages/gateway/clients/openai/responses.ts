import type OpenAI from "openai";
import type { Ask, SdkOptions } from "./conversations.ts";

type Item = OpenAI.Responses.ResponseInputItem;
type Request = Omit<OpenAI.Responses.ResponseCreateParamsNonStreaming, "stream">;
/** Sends one request in one of the SDK's ways. */
type Send = (client: OpenAI, request: Request) => Promise<OpenAI.Responses.Response>;

const sendWhole: Send = (client, request) => client.responses.create(request);

const sendStream: Send = async (client, request) => {
  let last: OpenAI.Responses.ResponseStreamEvent | undefined;
  for await (const event of await client.responses.create({ ...request, stream: true })) {
    if (event.sequence_number !== (last?.sequence_number ?? -1) + 1) throw new Error("An event is missing.");
    last = event;
  }
  if (last?.type !== "response.completed") throw new Error(`The stream ends with ${last?.type}.`);
  // Streamed responses do not have the SDK's own field.
  const texts = last.response.output.flatMap((item) => (item.type === "message" ? item.content : []));
  return {
    ...last.response,
    output_text: texts.map((part) => (part.type === "output_text" ? part.text : "")).join(""),
  };
};

const sendWithHelper: Send = (client, request) => client.responses.stream(request).finalResponse();

export const createWhole = (options: SdkOptions): Ask => loop(options, sendWhole);
export const createStream = (options: SdkOptions): Ask => loop(options, sendStream);
export const streamHelper = (options: SdkOptions): Ask => loop(options, sendWithHelper, true);
export const continued = (options: SdkOptions): Ask => loop(options, sendWhole, true);

/** With `isKept` each request continues a kept response; otherwise it has the whole conversation. */
function loop({ client, model, mcp }: SdkOptions, send: Send, isKept = false): Ask {
  const history: Item[] = [];
  let previous: string | undefined;
  const tools = mcp.list.map(({ name, description, schema }): OpenAI.Responses.FunctionTool => {
    return { type: "function", name, description, parameters: schema, strict: false };
  });
  const request = { model, tools, instructions: "You are an agent.", store: isKept };
  const answer = async (items: readonly Item[]) => {
    history.push(...items);
    const continuing = isKept ? { input: [...items], previous_response_id: previous ?? null } : { input: history };
    const response = await send(client, { ...request, ...continuing });
    previous = response.id;
    history.push(...(response.output as Item[]));
    return response;
  };
  return async (prompt) => {
    let response = await answer([{ role: "user", content: prompt }]);
    for (;;) {
      const calls = response.output.filter((item) => item.type === "function_call");
      if (calls.length === 0) return response.output_text;
      const outputs: Item[] = [];
      for (const { call_id, name, arguments: given } of calls) {
        outputs.push({ type: "function_call_output", call_id, output: await mcp.call(name, given) });
      }
      response = await answer(outputs);
    }
  };
}
