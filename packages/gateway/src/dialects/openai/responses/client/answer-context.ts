import type { ParsedRequest } from "../../../../contracts/client-dialect.ts";
import type { ResponseOrigin } from "./kept-responses.ts";
import type { ToolNames } from "./tool-names.ts";

/** What an answer takes from its request. */
export interface ResponseContext {
  readonly names: ToolNames;
  /** What is kept with the response; undefined if the client does not want it kept. */
  readonly origin?: ResponseOrigin | undefined;
  /** Fields of the request that a response repeats. */
  readonly repeated: { readonly model: string; readonly [field: string]: unknown };
}

export function responseContextOf({ body, answerContext }: ParsedRequest): ResponseContext {
  return (answerContext as ResponseContext | undefined) ?? { names: new Map(), repeated: { model: body.model } };
}
