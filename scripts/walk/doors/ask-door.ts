import { isDeepStrictEqual } from "node:util";
import type { Arrival } from "../scenario/arrival.ts";
import { scriptedAnswer } from "../scenario/scenario.ts";
import type { Door } from "./door.ts";
import { post, readEvents } from "./post.ts";

export interface Question {
  readonly model: string;
  readonly text: string;
  readonly arrival: Arrival;
}

/** Sends one request to a gateway. Rejects unless the scripted text and tool call come back. */
export async function askDoor(url: string, door: Door, { model, text, arrival }: Question): Promise<void> {
  const { status, body } = await post(url + door.path, door.headers, door.body(model, text), arrival);
  if (status !== 200) throw new Error(`Expected status 200 from ${door.path}, got ${status}: ${body}`);
  const answer = door.read(readEvents(body));
  if (!isDeepStrictEqual(answer, scriptedAnswer)) {
    throw new Error(
      `Expected the scripted answer from ${door.path}, ${JSON.stringify(scriptedAnswer)}, got ${JSON.stringify(answer)}.`,
    );
  }
}
