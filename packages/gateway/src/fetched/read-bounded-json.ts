import { parseBounded } from "@toolcrib/shared/json";

/** Reads the JSON body of a fetched response; rejects one that is too large or holds too much. */
export async function readBoundedJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return parseBounded(Buffer.concat(chunks).toString("utf8"));
}
