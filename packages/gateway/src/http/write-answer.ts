import type { ServerResponse } from "node:http";
import type { BodySink, HttpAnswer } from "./http-answer.ts";

/** Writes an answer to a socket, with any additional headers. */
export async function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: HttpAnswer,
  added?: Readonly<Record<string, string>>,
): Promise<void> {
  if (response.destroyed) {
    // The client is gone, but a streamed body has to run to its end to be recorded.
    if (typeof body === "function") await body(nullSink).catch(() => {});
    return;
  }
  if (typeof body !== "function") {
    response.writeHead(status, { ...headers, ...added, "content-length": Buffer.byteLength(body) });
    response.end(body);
    return;
  }
  response.writeHead(status, added === undefined ? headers : { ...headers, ...added });
  try {
    await body(responseSink(response));
    response.end();
  } catch {
    response.destroy();
  }
}

const nullSink: BodySink = { write: () => undefined };

function responseSink(response: ServerResponse): BodySink {
  return {
    end: () => void response.end(),
    write: (chunk) => {
      if (response.destroyed || response.write(chunk)) return undefined;
      return new Promise((resolve) => {
        const onReady = (): void => {
          response.off("drain", onReady);
          response.off("close", onReady);
          resolve();
        };
        response.on("drain", onReady);
        response.on("close", onReady);
      });
    },
  };
}
