import { isFeatureRefusal } from "@toolcrib/core";
import type { ClientRequest, TurnAnswer } from "../contracts/turn.ts";
import type { RawResponse } from "../contracts/upstream.ts";
import { errorTypeOf, UpstreamError } from "../errors/upstream-error.ts";
import { noteForward, noteForwarded } from "./note-flow.ts";
import { renameModel } from "./rename-model.ts";

const mostRefusalBytes = 65_536;

/** Passes a request on as it came, and its answer back as it comes. */
export async function forward(request: ClientRequest, mayBeRefused: boolean): Promise<TurnAnswer | undefined> {
  const { raw, route, body } = request;
  if (route.upstream.doForward === undefined) return undefined;
  const isRenamed = route.model !== undefined && route.model !== body.model;
  const bytes = isRenamed ? renameModel(raw.body, route.model as string) : raw.body;
  noteForward(request);
  const response = await route.upstream.doForward({ ...raw, body: bytes });
  noteForwarded(request, response.status);
  return { kind: "forwarded", response: mayBeRefused ? await withoutRefusal(response) : response };
}

/** An answer that refuses tool search is no answer for the client: it is thrown, so that the request goes again without it. */
async function withoutRefusal(response: RawResponse): Promise<RawResponse> {
  if (response.status !== 400 && response.status !== 422) return response;
  const chunks: Uint8Array[] = [];
  const rest = response.body[Symbol.asyncIterator]();
  for (let length = 0; length <= mostRefusalBytes; ) {
    const { done, value } = await rest.next();
    if (done === true) break;
    chunks.push(value);
    length += value.length;
  }
  const text = Buffer.concat(chunks).toString("utf8");
  if (isFeatureRefusal(response.status, text) || isRoleRefusal(response.status, text)) {
    throw new UpstreamError(response.status, { type: errorTypeOf(response.status), message: text });
  }
  return { ...response, body: replay(chunks, rest) };
}

/** Whether an upstream takes no message of the role `system` inside the conversation (F22). */
export function isRoleRefusal(status: number, message: string): boolean {
  return (status === 400 || status === 422) && /Input should be 'user' or 'assistant'/.test(message);
}

async function* replay(read: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read;
  yield* { [Symbol.asyncIterator]: () => rest };
}
