import { declaredMessages } from "../../src/dialects/messages/request/declared-request.ts";
import { chatRequest } from "../../src/dialects/openai/chat/client/request/chat-request.ts";
import { declaredResponses } from "../../src/dialects/openai/responses/client/request/declared-request.ts";
import { writeTable } from "./rows.ts";

export const declaredApis = [declaredMessages, declaredResponses, chatRequest] as const;

const block = /(<!-- parts of requests -->\n)[\s\S]*?(<!-- end -->)/;

/** The document with its table regenerated from the declarations. */
export function updateDialectTable(markdown: string): string {
  const rows = [
    "| client | part of a request | Messages | Responses | Chat | AI SDK | what it becomes, or why not |",
    "|---|---|---|---|---|---|---|",
    ...declaredApis.flatMap(writeTable),
  ];
  return markdown.replace(block, (_, start: string, end: string) => `${start}\n${rows.join("\n")}\n\n${end}`);
}
