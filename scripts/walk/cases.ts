import { askDoor } from "./doors/ask-door.ts";
import { chatDoor } from "./doors/chat.ts";
import type { Door } from "./doors/door.ts";
import { messagesDoor, messagesSearchDoor } from "./doors/messages.ts";
import { openMcp } from "./doors/open-mcp.ts";
import { responsesDoor } from "./doors/responses.ts";
import type { MeasuredProcess } from "./process/start-process.ts";
import type { Arrival } from "./scenario/arrival.ts";
import { deferredTools, searchQuery, wantedTool } from "./scenario/scenario.ts";
import type { ScriptedUpstream } from "./upstream/scripted-upstream.ts";

/** What requests go to. */
export interface Target {
  readonly process: MeasuredProcess;
  readonly upstream: ScriptedUpstream;
}

/** Sends the request again; no two have the same question. Rejects if the answer is wrong. */
export type Ask = (number: number, arrival: Arrival) => Promise<void>;

export interface WalkCase {
  readonly name: string;
  /** Whether the gateway has the listeners of `toolcrib serve`; undefined where no gateway is involved. */
  readonly listeners: boolean | undefined;
  readonly open: (target: Target) => Promise<Ask>;
}

const doors = { messages: messagesDoor, chat: chatDoor, responses: responsesDoor };

const gatewayCases = [
  ...Object.entries(doors).flatMap(([name, door]) => [
    // As at Anthropic's API: the upstream gets all tools, and references.
    gatewayCase(`${name} to messages`, door, { model: "messages", calls: 1, fewTools: false }),
    gatewayCase(`${name} to chat`, door, { model: "chat", calls: 1, fewTools: true }),
  ]),
  gatewayCase("messages to chat with a search inside", messagesSearchDoor, { model: "chat", calls: 2, fewTools: true }),
  { name: "mcp call", open: openMcpCase },
];

/** Every case of a gateway is there with and without listeners. */
export const cases: readonly WalkCase[] = [
  ...gatewayCases.flatMap((each) => [
    { ...each, listeners: true },
    { ...each, name: `${each.name}, no listeners`, listeners: false },
  ]),
  { name: "library search", listeners: undefined, open: openSearchCase },
];

/** What the upstream has to see. */
interface Expected {
  readonly model: string;
  /** How many requests. */
  readonly calls: number;
  /** Whether deferred tools are kept out of them. */
  readonly fewTools: boolean;
}

function gatewayCase(name: string, door: Door, { model, calls, fewTools }: Expected): Pick<WalkCase, "name" | "open"> {
  const open = async ({ process, upstream }: Target): Promise<Ask> => {
    return async (number, arrival) => {
      const before = upstream.toolCounts().length;
      upstream.arrival = arrival;
      await askDoor(process.url, door, { model, text: `Open an issue about door ${number} please`, arrival });
      const counts = upstream.toolCounts().slice(before);
      if (counts.length !== calls || counts.some((count) => count < deferredTools.length !== fewTools)) {
        const tools = fewTools ? "few" : "all";
        throw new Error(`Expected ${calls} model call(s) with ${tools} tools, got calls with ${counts.join(" and ")}.`);
      }
    };
  };
  return { name, open };
}

async function openMcpCase({ process }: Target): Promise<Ask> {
  const session = await openMcp(process.url);
  return async (number, arrival) => {
    const message = `door ${number}`;
    const answer = await session.call("mcp__everything__echo", { message }, arrival);
    if (answer !== `Echo: ${message}`) throw new Error(`Expected the echo of "${message}", got ${answer}`);
  };
}

async function openSearchCase({ process }: Target): Promise<Ask> {
  return async () => {
    const [first] = await process.search(searchQuery);
    if (first !== wantedTool.name) throw new Error(`Expected the search to find ${wantedTool.name}, got ${first}.`);
  };
}
