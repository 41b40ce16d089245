import type { ContentBlock, Message } from "@toolcrib/core";
import type { AnswerRequest } from "../../contracts/client-request.ts";
import type { AnswerMessage, MessagesBody } from "../../contracts/inner-form.ts";
import { ask, type Question, type Reply } from "../answering/ask.ts";
import { type ModelScript, scriptedModel } from "../answering/scripted-model.ts";

export const programsOnly = { allowed_callers: ["code_execution_20260120"] };
export const programEntry = { type: "code_execution_20260120", name: "code_execution" };
export const orderSchema = { type: "object", properties: { id: { type: "number" } } };

/** A tool of the client that only programs may call. */
export const getOrder = {
  name: "get_order",
  description: "Gets an order.",
  input_schema: orderSchema,
  ...programsOnly,
};

/** A tool of the client that only the model may call. */
export const sendMail = { name: "send_mail", description: "Sends a mail.", input_schema: orderSchema };

/** A question with these tools. */
export const question: MessagesBody = {
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: "How many?" }],
  tools: [programEntry, getOrder, sendMail],
};

/** A program that gets two orders side by side. */
export const twoOrders = `const orders = await Promise.all([1, 2].map((id) => tools.get_order({ id }))); console.log(orders.join("+"));`;

/** A model that writes a program once, and is then done. */
export const writes =
  (code: string): ModelScript =>
  (_body, number) =>
    number === 1
      ? { text: "Let me see.", calls: [{ id: "toolu_a", name: "code_execution", input: { code } }] }
      : { text: "Done." };

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

type AnswerCall = (call: Call) => string | readonly object[];

/** The message that answers all calls of an answer. */
export function resultsFor({ content }: Pick<AnswerMessage, "content">, answer: AnswerCall = () => "x"): Message {
  const calls = content.filter(({ type }) => type === "tool_use") as unknown as readonly Call[];
  const result = (call: Call) => ({ type: "tool_result", tool_use_id: call.id, content: answer(call) }) as ContentBlock;
  return { role: "user", content: calls.map(result) };
}

/** The request that follows an answer with calls of a program, with their results and the container. */
export function resumed(asked: MessagesBody, message: AnswerMessage, answer?: AnswerCall): MessagesBody {
  const messages: Message[] = [
    ...asked.messages,
    { role: "assistant", content: message.content },
    resultsFor(message, answer),
  ];
  return { ...asked, messages, container: containerOf(message) as never };
}

export function containerOf(message: AnswerMessage): string | undefined {
  return (message["container"] as { readonly id?: string } | null | undefined)?.id;
}

/** Asks, answers the calls of programs, and asks again until the model is done. */
export async function converse(
  answerRequest: AnswerRequest,
  script: ModelScript,
  answer: AnswerCall,
  given: Partial<Question> = {},
) {
  const upstream = scriptedModel(script, given.upstream ?? {});
  let body: MessagesBody = { ...question, ...given.body };
  const replies: Reply[] = [];
  for (;;) {
    const reply = await ask(answerRequest, { ...given, body, upstream });
    const { message } = reply;
    replies.push(reply);
    if (message.stop_reason !== "tool_use") {
      const messages: Message[] = [...body.messages, { role: "assistant", content: message.content }];
      return { replies, upstream, messages };
    }
    body = resumed(body, message, answer);
  }
}
