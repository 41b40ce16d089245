import { GatewayError } from "../errors/gateway-error.ts";
import type { BodyGate } from "./collect-body.ts";

/** The whole body of a web request in the pieces that it came in, up to a limit. */
export async function collectWebBody(
  { body }: Request,
  { limit, hold }: Pick<BodyGate, "limit" | "hold">,
): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > limit) throw new GatewayError("body_too_large", { limit });
    hold(piece.length);
    pieces.push(Buffer.from(piece));
  }
  return pieces;
}
