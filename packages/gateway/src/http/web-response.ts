import type { HttpAnswer, StreamedBody } from "./http-answer.ts";

/** An answer as a web standard response. */
export function webResponse({ status, headers, body }: HttpAnswer): Response {
  if (typeof body !== "function") return new Response(body as string | Uint8Array<ArrayBuffer>, { status, headers });
  return new Response(webStream(body), { status, headers });
}

function webStream(body: StreamedBody): ReadableStream<Uint8Array> {
  let wake: () => void = () => {};
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const sink = {
          write(chunk: string | Uint8Array): Promise<void> | undefined {
            if (isCancelled) return undefined;
            controller.enqueue(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
            if ((controller.desiredSize ?? 1) > 0) return undefined;
            return new Promise((resolve) => {
              wake = resolve;
            });
          },
        };
        body(sink).then(
          () => {
            if (!isCancelled) controller.close();
          },
          (error: unknown) => {
            if (!isCancelled) controller.error(error);
          },
        );
      },
      pull: () => wake(),
      cancel: () => {
        isCancelled = true;
        wake();
      },
    },
    { highWaterMark: 16 },
  );
}
