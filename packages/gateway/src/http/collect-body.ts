import type { IncomingMessage } from "node:http";
import type { WatchedUpload } from "../admission/uploads.ts";
import { GatewayError } from "../errors/gateway-error.ts";

/** Limits on reading a body. */
export interface BodyGate {
  /** The maximum size of one body in bytes. */
  readonly limit: number;
  /** Counts buffered bytes; throws when there are too many. */
  readonly hold: (bytes: number) => void;
  /** Watches the time that it takes. */
  readonly watch: (fail: (error: GatewayError) => void) => WatchedUpload;
}

/** Reads the whole body of a request in chunks. A body whose declared length is too large is not read at all. */
export function collectBody(request: IncomingMessage, { limit, hold, watch }: BodyGate): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers["content-length"]) > limit) {
      reject(new GatewayError("body_too_large", { limit }));
      return;
    }
    const pieces: Buffer[] = [];
    let length = 0;
    const stop = (): void => {
      upload.end();
      request.off("data", onPiece);
      request.off("end", onEnd);
      request.off("error", onGone);
      request.off("close", onGone);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error as Error);
    };
    const onPiece = (piece: Buffer): void => {
      length += piece.length;
      upload.alive();
      try {
        if (length > limit) throw new GatewayError("body_too_large", { limit });
        hold(piece.length);
        pieces.push(piece);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = (): void => {
      stop();
      resolve(pieces);
    };
    const onGone = (): void => {
      // Every request ends with "close" too, and creating an error costs more than all of the above.
      if (!request.complete) fail(new GatewayError("client_gone", {}));
    };
    const upload = watch(fail);
    request.on("data", onPiece);
    request.on("end", onEnd);
    request.on("error", onGone);
    request.on("close", onGone);
  });
}
