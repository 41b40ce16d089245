import { createFront, type Front, type ServerPool } from "@toolcrib/mcp";
import { ToolIndex } from "@toolcrib/search";
import { connectClient } from "../../../packages/mcp/src/testing/client.ts";
import { type ToolEntry, text } from "../client/conversation.ts";
import { type AgentOutcome, runAgent } from "../client/run-agent.ts";
import { systemPrompt } from "../client/system-prompt.ts";
import type { DialectName } from "../dialects/dialect.ts";
import type { World } from "../types.ts";
import { modelOf, wires } from "./direct.ts";
import type { Play, SetUp, SetUpServices, StartedSetUp } from "./set-up.ts";
import { poolOfWorld } from "./world-servers.ts";

const server = "toolcrib";
const named = (tool: string) => `mcp__${server}__${tool}`;

/** A front with servers of its own: its calls reach the world that is in turn, so it serves one task at a time. */
interface Lane {
  readonly pool: ServerPool;
  readonly front: Front;
  world: World;
}

/** One MCP server in front of all others, for an agent of each dialect. */
export const fronts: readonly SetUp[] = [
  front("front", "MCP front, Messages", "messages"),
  front("front-chat", "MCP front, Chat Completions", "chat"),
  front("front-responses", "MCP front, Responses", "responses"),
];

function front(name: string, title: string, dialect: DialectName): SetUp {
  return {
    name,
    title,
    dialect,
    searchTools: [named("search_tools"), named("describe_tools")],
    callTool: named("call_tool"),
    ...(dialect === "messages" ? {} : { playsLike: ["front"] }),
    start: (services) => startFront(services, dialect),
  };
}

async function startFront({ relay, catalogue }: SetUpServices, dialect: DialectName): Promise<StartedSetUp> {
  const lanes: Lane[] = [];
  const free: Lane[] = [];
  const index = new ToolIndex();
  const take = async (world: World): Promise<Lane> => {
    const lane = free.pop() ?? (await openLane(catalogue.services, index, world));
    if (!lanes.includes(lane)) lanes.push(lane);
    lane.world = world;
    return lane;
  };
  return {
    async play(play) {
      const lane = await take(play.world);
      try {
        // Otherwise the first searches would find by words alone.
        await index.ready();
        return await playAt(lane, play, { url: relay.url, dialect });
      } finally {
        free.push(lane);
      }
    },
    async close() {
      for (const { front: opened, pool } of lanes) {
        await opened.close();
        await pool.close();
      }
    },
  };
}

async function openLane(
  services: SetUpServices["catalogue"]["services"],
  index: ToolIndex,
  world: World,
): Promise<Lane> {
  const turn = { world };
  const pool = poolOfWorld(services, () => turn.world);
  await pool.settled(60_000);
  return Object.assign(turn, { pool, front: await createFront({ pool, index }) });
}

async function playAt(
  lane: Lane,
  { key, task }: Play,
  model: { readonly url: string; readonly dialect: DialectName },
): Promise<AgentOutcome> {
  const client = await connectClient(lane.front, "bench");
  try {
    const { tools } = await client.listTools();
    const entries = tools.map(
      ({ name, description = "", inputSchema }): ToolEntry => ({
        name: named(name),
        description,
        input_schema: inputSchema,
      }),
    );
    const own = new Map(tools.map(({ name }) => [named(name), name]));
    return await runAgent({
      url: model.url,
      wire: wires[model.dialect],
      key,
      model: modelOf(model.dialect),
      system: withInstructions(client.getInstructions()),
      first: [text(task.request)],
      tools: () => entries,
      async answer({ name, input }) {
        const tool = own.get(name);
        if (tool === undefined) return { content: `No such tool available: ${name}`, isError: true };
        const { content, isError } = await client.callTool({ name: tool, arguments: input });
        const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
        return { content: texts.join("\n"), isError: isError === true };
      },
    });
  } finally {
    await client.close();
  }
}

/** What a server says of itself, where Claude Code puts it. */
function withInstructions(instructions: string | undefined): string {
  return instructions === undefined
    ? systemPrompt
    : `${systemPrompt}\n\n# MCP Server Instructions\n\n## ${server}\n${instructions}`;
}
