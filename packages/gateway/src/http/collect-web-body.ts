import { GatewayError } from "../errors/gateway-error.ts";
import type { BodyGate } from "./collect-body.ts";

/** Reads the whole body of a web request in chunks, within the usual body limits. */
export async function collectWebBody(
  { body, headers }: Request,
  { limit, hold, watch }: BodyGate,
): Promise<readonly Buffer[]> {
  if (Number(headers.get("content-length")) > limit) throw new GatewayError("body_too_large", { limit });
  if (body === null) return [];
  const reader = body.getReader();
  let upload = { alive: (): void => {}, end: (): void => {} };
  const tooLate = new Promise<never>((_resolve, reject) => {
    upload = watch(reject);
  });
  tooLate.catch(() => {});
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    while (true) {
      const { done, value } = await Promise.race([reader.read().catch(clientGone), tooLate]);
      if (done) return pieces;
      upload.alive();
      length += value.length;
      if (length > limit) throw new GatewayError("body_too_large", { limit });
      hold(value.length);
      pieces.push(Buffer.from(value));
    }
  } finally {
    upload.end();
  }
}

function clientGone(): never {
  throw new GatewayError("client_gone", {});
}
