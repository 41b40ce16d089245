import { fiveTurns } from "../frame/five-turns.ts";
import type { Turn } from "../frame/turn.ts";
import type { SdkUse } from "./conversations.ts";

/** The turns for one way of using the SDK. */
export function turnsOf({ givesObjects }: SdkUse, person?: string): readonly Turn[] {
  return fiveTurns((server, tool) => `mcp__${server}__${tool}`, {
    ...(person !== undefined && { person }),
    ...(givesObjects === true && { formatAnswer: (answer) => JSON.stringify({ answer }) }),
  });
}
