import { setTimeout as wait } from "node:timers/promises";
import type { CallDemoTool, DemoServers, StandIn } from "@toolcrib/demo";
import type { AdminApiSavings, ConversationSavings, GatewayConfig, TraceRecord } from "@toolcrib/gateway";
import { readConfigValue, type ServerEntry } from "@toolcrib/mcp/config";
import { CommandError } from "../../../errors/command-error.ts";
import { askAdmin } from "../../../gateway/ask-admin.ts";
import type { Output } from "../../../output/console-output.ts";
import { untilStopped } from "../../../servers/until-stopped.ts";
import { waitForServers } from "../../../servers/wait-for-servers.ts";
import { listModels } from "../../../serving/list-models.ts";
import { openPage } from "../../../serving/open-page.ts";
import { printServing } from "../../../serving/print-serving.ts";
import { type Serving, startServing } from "../../../serving/start-serving.ts";
import { demoSteps } from "./demo-steps.ts";
import { demoTools } from "./demo-tools.ts";
import { demoCosts } from "./demo-turns.ts";
import { type Demo, loadDemo } from "./load-demo.ts";
import { type ConversationReport, printConversation } from "./print-conversation.ts";

/** The options of `toolcrib demo --serve`. */
export interface ServeDemoOptions {
  /** Ends after the scripted conversation. */
  readonly once?: true;
  /** False: the studio is not opened in a browser. */
  readonly open?: boolean;
  readonly port?: number;
  readonly upstream?: string;
  readonly upstreamDialect?: string;
  readonly json?: true;
}

const model = "stand-in";
const startSeconds = 60;
const maxAttempts = 100;
const waitMilliseconds = 20;

/** Serves the demonstration: with a real upstream where there is one, else with the stand-in and its conversation. */
export async function runServeDemo(options: ServeDemoOptions, output: Output): Promise<void> {
  if (options.once && options.upstream !== undefined) {
    throw new CommandError("once_without_conversation", {});
  }
  // A key in the environment must not keep the scripted conversation from being played.
  const real = options.once ? undefined : realUpstream(options);
  const demo = await loadDemo();
  const stopped = untilStopped();
  const servers = demo.createDemoServers();
  const standIn = real === undefined ? await demo.serveStandIn() : undefined;
  const traces: TraceRecord[] = [];
  let isPlaying = standIn !== undefined;
  const config = real ?? standInConfig((standIn as StandIn).url);
  let serving: Serving | undefined;
  try {
    const record = (trace: TraceRecord): void => {
      if (isPlaying) traces.push(trace);
    };
    const sinks = [{ specificationVersion: "v1" as const, record }];
    const port = options.port === undefined ? {} : { port: options.port };
    serving = await startServing(
      // The servers get a new folder each time, so a cached list of their tools would never be used again.
      { config, entries: entriesOf(servers), sinks, cacheFolder: null, fallsBackToFreePort: true, ...port },
      output,
    );
    const { url } = serving.address;
    const prepared = await orStopped(waitForServers(serving.pool, startSeconds * 1_000, output), stopped);
    if (prepared === "stopped") return;
    if (standIn !== undefined) {
      const report = await orStopped(play(serving, standIn, traces, demo), stopped);
      if (report === "stopped") return;
      isPlaying = false;
      if (options.json) {
        output.print(JSON.stringify({ url, ...report }));
      } else {
        printConversation(report, output);
        output.print();
      }
    } else if (options.json) {
      output.print(JSON.stringify({ url }));
    }
    if (options.once) {
      return;
    }
    if (!options.json) {
      printServing(serving, standIn === undefined ? await listModels(url, serving.gateway.config) : [model], output);
      printRealUpstream(real !== undefined, output);
    }
    if (serving.hasStudio && options.open !== false && process.stdin.isTTY) {
      openPage(`${url}/studio`);
    }
    await stopped;
  } finally {
    await serving?.close();
    await standIn?.close();
    servers.remove();
  }
}

/** The result of some work, unless a signal comes first. */
function orStopped<Result>(work: Promise<Result>, stopped: Promise<unknown>): Promise<Result | "stopped"> {
  return Promise.race([work, stopped.then(() => "stopped" as const)]);
}

function entriesOf({ mcpServers, folder }: DemoServers): readonly ServerEntry[] {
  const sources = { environment: {}, home: folder, workspaceFolder: folder };
  return readConfigValue({ mcpServers }, "the demonstration", sources).entries;
}

async function play(
  serving: Serving,
  standIn: StandIn,
  traces: readonly TraceRecord[],
  { demoRequest, playConversation }: Demo,
): Promise<ConversationReport> {
  const callTool: CallDemoTool = async (name, input) => (await serving.pool.callTool(name, input)).content;
  const tools = await demoTools(serving.pool);
  // Without the gateway, so that the studio shows the same savings as the terminal.
  await playConversation({ baseURL: standIn.url, model, tools }, callTool);
  const withoutDeferral = demoCosts(standIn.accepted());
  standIn.forget();
  const played = await playConversation({ baseURL: serving.address.url, model, tools }, callTool);
  const accepted = standIn.accepted();
  standIn.forget();
  const { savings } = await conversationSavings(serving.address.url, accepted.length);
  return {
    tools: tools.length,
    servers: serving.pool.servers().map(({ name }) => name),
    request: demoRequest,
    steps: demoSteps({ played, traces, accepted }, tools),
    withDeferral: demoCosts(accepted),
    withoutDeferral,
    savings,
  };
}

/** What the gateway counted for the conversation with deferral, once it has recorded every model call. */
async function conversationSavings(url: string, modelCalls: number): Promise<ConversationSavings> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { conversations } = (await askAdmin({ url, key: undefined }, "/savings")) as AdminApiSavings;
    const [found] = conversations;
    if (found !== undefined && found.savings.modelCalls >= modelCalls) return found;
    await wait(waitMilliseconds);
  }
  throw new Error("The gateway did not record the conversation.");
}

function standInConfig(url: string): GatewayConfig {
  return {
    upstreams: { "stand-in": { dialect: "anthropic", url } },
    // The demo has no secrets, and this lets the studio show every message.
    trace: { captureContent: true },
    routes: [{ model: "*", inject: "always", loader: "bridge" }],
  };
}

/** With a key or a URL the demonstration serves the real thing. */
function realUpstream({ upstream, upstreamDialect = "anthropic" }: ServeDemoOptions): GatewayConfig | undefined {
  if (upstream !== undefined) {
    return { upstreams: { upstream: { dialect: upstreamDialect, url: upstream } }, inject: "auto" };
  }
  if (process.env["ANTHROPIC_API_KEY"]) {
    const anthropic = {
      dialect: "anthropic",
      url: "https://api.anthropic.com",
      apiKeyEnv: "ANTHROPIC_API_KEY",
    } as const;
    return { upstreams: { anthropic }, inject: "auto" };
  }
  return undefined;
}

function printRealUpstream(isReal: boolean, output: Output): void {
  output.print();
  if (isReal) {
    output.print("Press Ctrl+C to stop.");
    return;
  }
  output.print(output.style.bold("Use a real model"));
  output.print("  Anthropic     ANTHROPIC_API_KEY=… npm start");
  output.print("  Ollama        npm start -- --upstream http://127.0.0.1:11434/v1 --upstream-dialect openai-chat");
  output.print("Until then the scripted model answers. Press Ctrl+C to stop.");
}
