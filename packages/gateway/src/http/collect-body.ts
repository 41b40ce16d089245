import type { IncomingMessage } from "node:http";
import type { WatchedUpload } from "../admission/uploads.ts";
import { GatewayError } from "../errors/gateway-error.ts";

/** What a body may take while it is read. */
export interface BodyGate {
  /** The most bytes of one body. */
  readonly limit: number;
  /** Counts bytes that stay in memory; throws where there are too many. */
  readonly hold: (bytes: number) => void;
  /** Watches the time that it takes. */
  readonly watch: (fail: (error: GatewayError) => void) => WatchedUpload;
}

/** The whole body of a request in the pieces that it came in. Nothing is read of one that says it is too large. */
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
      // The end of every request is a "close" too, and an error costs more than all of the above.
      if (!request.complete) fail(new GatewayError("client_gone", {}));
    };
    const upload = watch(fail);
    request.on("data", onPiece);
    request.on("end", onEnd);
    request.on("error", onGone);
    request.on("close", onGone);
  });
}
