import { createGateway, type Gateway } from "@toolcrib/gateway";
import type { Embedder } from "@toolcrib/search";
import { type ToolEntry, text } from "../client/conversation.ts";
import { type Desk, runAgent } from "../client/run-agent.ts";
import { messagesModel, openAiModel, systemPrompt } from "../client/system-prompt.ts";
import { messagesWire } from "../client/wires/messages.ts";
import type { DialectName } from "../dialects/dialect.ts";
import type { Play, SetUp, SetUpServices, StartedSetUp } from "./set-up.ts";
import { warmUp } from "./warm-up.ts";
import { createWatchedEmbedder } from "./watched-embedder.ts";
import { answerFromWorld, toolEntry } from "./world-calls.ts";

type GatewayConfig = Parameters<typeof createGateway>[0] & object;
type Route = NonNullable<GatewayConfig["routes"]>[number];

const upstreamDialects = { messages: "anthropic", chat: "openai-chat", responses: "openai-responses" } as const;

interface GatewaySetUp extends Omit<SetUp, "start"> {
  readonly route: Omit<Route, "model" | "upstream">;
  /** What the client sends besides its tools, if it is not a client that knows nothing of tool search. */
  readonly client?: {
    readonly tools: (tools: readonly ToolEntry[]) => readonly ToolEntry[];
    readonly fields?: Desk["fields"];
  };
}

/** A client of the Messages API behind the gateway. */
export function behindGateway({ route, client, ...setUp }: GatewaySetUp): SetUp {
  const start = async (services: SetUpServices): Promise<StartedSetUp> => {
    const { embedder, idle } = createWatchedEmbedder();
    const { gateway, url } = await startGateway(setUp.dialect, services.relay.url, { route, embedder });
    const entries = services.catalogue.tools.map(toolEntry);
    const tools = client?.tools(entries) ?? entries;
    const play = ({ key, task, world }: Play) =>
      runAgent({
        url,
        wire: messagesWire,
        key,
        model: messagesModel,
        system: systemPrompt,
        first: [text(task.request)],
        tools: () => tools,
        answer: answerFromWorld(services.catalogue, world),
        ...(client?.fields === undefined ? {} : { fields: client.fields }),
      });
    await warmUp(setUp, services, play);
    await idle();
    return { play, close: () => gateway.close() };
  };
  return { ...setUp, start };
}

async function startGateway(
  dialect: DialectName,
  relayUrl: string,
  { route, embedder }: { readonly route: GatewaySetUp["route"]; readonly embedder: Embedder },
): Promise<{ readonly gateway: Gateway; readonly url: string }> {
  const upstreamModel = dialect === "messages" ? {} : { upstreamModel: openAiModel };
  const gateway = await createGateway(
    {
      upstreams: {
        relay: {
          dialect: upstreamDialects[dialect],
          url: dialect === "messages" ? relayUrl : `${relayUrl}/v1`,
          // Somebody who plays by files takes time.
          firstByteSeconds: 24 * 3_600,
          idleSeconds: 24 * 3_600,
        },
      },
      routes: [{ model: "*", ...upstreamModel, ...route }],
      retries: { attempts: 0 },
    },
    // Nothing of the environment changes the result.
    { environment: {}, embedder },
  );
  const { url } = await gateway.listen({ port: 0 });
  return { gateway, url };
}
