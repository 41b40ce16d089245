import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonContentType } from "@modelcontextprotocol/server";
import { describeJsonExcess, JsonCounter, parseExactly } from "@toolcrib/shared/json";
import { refuse } from "./refuse.ts";

const maxBodyBytes = 4 * 1024 * 1024;

/** The parsed body of a request; undefined if it was rejected. */
export async function readJsonBody(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  if (!isJsonContentType(request.headers["content-type"])) {
    refuse(response, 415, "Expected Content-Type to be application/json");
    return undefined;
  }
  const chunks: Buffer[] = [];
  const counter = new JsonCounter();
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > maxBodyBytes) {
      response.setHeader("connection", "close");
      refuse(response, 413, `Expected at most ${maxBodyBytes} bytes`);
      return undefined;
    }
    const excess = counter.add(chunk as Buffer);
    if (excess !== undefined) {
      response.setHeader("connection", "close");
      refuse(response, 413, `Expected a simpler message, got one with ${describeJsonExcess(excess)}`);
      return undefined;
    }
    chunks.push(chunk as Buffer);
  }
  try {
    return parseExactly(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    if (error instanceof RangeError) {
      refuse(response, 413, `Expected a simpler message, got one with ${error.message}`);
      return undefined;
    }
    refuse(response, 400, "Parse error: expected JSON", -32700);
    return undefined;
  }
}
