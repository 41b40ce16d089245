import { isFeatureRefusal } from "@toolcrib/core";
import type { ClientRequest, TurnAnswer } from "../contracts/turn.ts";
import type { RawResponse } from "../contracts/upstream.ts";
import { errorTypeOf, UpstreamError } from "../errors/upstream-error.ts";
import type { Inside } from "./inside.ts";
import { noteForward, noteForwarded, noteModelFailure } from "./note-flow.ts";
import { renameModel } from "./rename-model.ts";

const mostRefusalBytes = 65_536;

/** Whether an answer refuses something that the request can do without. */
export type IsRefusal = (status: number, text: string) => boolean;

/** Passes a request on as it came, and its answer back as it comes; a refusal is thrown. */
export async function forward(
  request: ClientRequest,
  { now }: Pick<Inside, "now">,
  isRefusal?: IsRefusal,
): Promise<TurnAnswer | undefined> {
  const { raw, route, body, trace } = request;
  if (route.upstream.doForward === undefined) return undefined;
  const isRenamed = route.model !== undefined && route.model !== body.model;
  const bytes = isRenamed ? renameModel(raw.body, route.model as string) : raw.body;
  noteForward(request);
  const retries: string[] = [];
  const startedAt = now();
  const noteCall = (status: number, firstEventAt?: number): void =>
    trace.upstreamCall({
      upstream: route.upstream.name,
      model: route.model ?? body.model,
      status,
      milliseconds: now() - startedAt,
      ...(firstEventAt === undefined ? {} : { firstEventMilliseconds: firstEventAt - startedAt }),
      retries,
    });
  try {
    const onRetry = (reason: string) => void retries.push(reason);
    const response = await route.upstream.doForward({
      method: raw.method,
      path: raw.path,
      headers: raw.headers,
      body: bytes,
      // Passed on without being asked for.
      get signal() {
        return raw.signal;
      },
      onAbort: raw.onAbort,
      onRetry,
    });
    const firstEventAt = now();
    return {
      kind: "forwarded",
      response: isRefusal === undefined ? response : await withoutRefusal(response, isRefusal),
      onEnd: (end) => {
        noteCall(response.status, firstEventAt);
        noteForwarded(request, response.status, end);
      },
    };
  } catch (error) {
    noteCall((error as { readonly status?: number }).status ?? 500);
    noteModelFailure(request, error);
    throw error;
  }
}

/** A refusal is no answer for the client: it is thrown, so that the request goes again without what was refused. */
async function withoutRefusal(response: RawResponse, isRefusal: IsRefusal): Promise<RawResponse> {
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
  if (isRefusal(response.status, text)) {
    throw new UpstreamError(response.status, { type: errorTypeOf(response.status), message: text });
  }
  return { ...response, body: replay(chunks, rest) };
}

/** Whether an upstream knows nothing of tool search, or of messages that stand beside it. */
export function isSearchRefusal(status: number, text: string): boolean {
  return isFeatureRefusal(status, text) || isRoleRefusal(status, text);
}

/** Whether an upstream takes no message of the role `system` inside the conversation (F22). */
export function isRoleRefusal(status: number, message: string): boolean {
  return (status === 400 || status === 422) && /Input should be 'user' or 'assistant'/.test(message);
}

async function* replay(read: readonly Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* read;
  yield* { [Symbol.asyncIterator]: () => rest };
}
