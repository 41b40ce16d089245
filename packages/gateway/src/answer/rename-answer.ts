import type { RenameStream } from "../contracts/client-dialect.ts";
import type { RawResponse } from "../contracts/upstream.ts";
import { renameModel } from "../dialects/shared/rename/rename-model.ts";

/**
 * Restores the model name that the client asked for in the answer of a route that renames the model. All other bytes stay the same.
 * Streams name the model in the way of their dialect.
 */
export function renameAnswer(
  response: RawResponse,
  model: string,
  renameStream: RenameStream | undefined,
): RawResponse {
  const type = response.headers["content-type"] ?? "";
  const isReadable = (response.headers["content-encoding"] ?? "identity") === "identity";
  if (response.status !== 200 || !isReadable) return response;
  const { "content-length": _length, ...headers } = response.headers;
  if (type.startsWith("text/event-stream") && renameStream !== undefined) {
    return { ...response, headers, body: renameStream(response.body, model) };
  }
  if (type.startsWith("application/json")) return { ...response, headers, body: renamedWhole(response.body, model) };
  return response;
}

async function* renamedWhole(body: RawResponse["body"], model: string): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  yield* renameModel([Buffer.concat(chunks)], model);
}
