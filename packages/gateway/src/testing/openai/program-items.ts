import type OpenAI from "openai";

type Request = OpenAI.Responses.ResponseCreateParamsNonStreaming;
type Response = OpenAI.Responses.Response;
type Block = { readonly type: string; readonly [field: string]: unknown };

/** A model that writes a program, and then says what it reads. */
export const writesProgram =
  (code: string) =>
  (body: { readonly messages: readonly unknown[] }): Block[] => {
    const blocks = (body.messages as readonly { readonly content: string | readonly Block[] }[]).flatMap(
      ({ content }) => (typeof content === "string" ? [] : content),
    );
    const result = blocks.findLast(({ type }) => type === "tool_result");
    if (result === undefined) return [{ type: "tool_use", id: "toolu_1", name: "code_execution", input: { code } }];
    return [{ type: "text", text: `It says ${JSON.stringify(result["content"])}` }];
  };

export const callsIn = (output: Response["output"]): OpenAI.Responses.ResponseFunctionToolCall[] =>
  output.filter((item) => item.type === "function_call");

/** Asks for a whole response, or streams it. */
export const asking =
  (client: OpenAI, isStreaming: boolean) =>
  (request: Request): Promise<Response> =>
    isStreaming
      ? client.responses.stream({ ...request, stream: true }).finalResponse()
      : client.responses.create(request);
