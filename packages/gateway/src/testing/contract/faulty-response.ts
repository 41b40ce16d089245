import type { ServerResponse } from "node:http";
import type { ScriptedTurn } from "../../suites/scripted-turn.ts";

/** Sends the first half of a stream, then goes wrong. */
export function sendFaulty(
  response: ServerResponse,
  text: string,
  fault: NonNullable<ScriptedTurn["fault"]>,
  errorText: string,
): void {
  const records = text.split("\n\n");
  const half = `${records.slice(0, Math.max(2, Math.floor(records.length / 2))).join("\n\n")}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(half);
  if (fault === "dies") setImmediate(() => response.destroy());
  if (fault === "breaks") response.end('data: {"this is": not JSON\n\n');
  if (fault === "fails") response.end(errorText);
}
