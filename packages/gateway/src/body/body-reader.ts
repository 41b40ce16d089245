import { GatewayError } from "../errors/gateway-error.ts";

/** Reads request bodies. */
export class BodyReader {
  /** The value of the JSON in these bytes. */
  read(bytes: Buffer): unknown {
    try {
      return JSON.parse(bytes.toString("utf8"));
    } catch (error) {
      throw new GatewayError("invalid_json", { reason: (error as Error).message }, { cause: error });
    }
  }
}
