import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientAnswer, Conversation, StartOptions } from "../frame/client.ts";
import { mcpServers } from "../frame/mcp-servers.ts";
import { type ProgramResult, runProgram } from "../frame/run-program.ts";

/** The AI SDK provider that opencode uses: the first speaks Chat Completions, the second Responses. */
export type OpencodeProvider = "@ai-sdk/openai-compatible" | "@ai-sdk/openai";

/** Each turn is a process of its own: `opencode run`, then `opencode run --session`. */
export async function startConversation(
  { client, gatewayUrl, model, folders: { root, home, project } }: StartOptions,
  provider: OpencodeProvider,
): Promise<Conversation> {
  await writeFile(join(project, "opencode.json"), JSON.stringify(configOf({ gatewayUrl, model, root, provider })));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
  };
  const program = join(client.folder, "node_modules", ".bin", "opencode");
  const fixed = ["run", "--format", "json", "--print-logs", "--log-level", "WARN"];
  let session: string | undefined;
  return {
    async ask(prompt) {
      const continued = session === undefined ? [] : ["--session", session];
      const options = { input: prompt, folder: project, environment };
      const answer = parseAnswer(await runProgram(program, [...fixed, ...continued], options));
      session = answer.session ?? session;
      return answer;
    },
  };
}

function configOf({
  gatewayUrl,
  model,
  root,
  provider,
}: {
  readonly gatewayUrl: string;
  readonly model: string;
  readonly root: string;
  readonly provider: OpencodeProvider;
}): object {
  const servers = Object.entries(mcpServers(root)).map(([name, { command, args, env }]) => [
    name,
    { type: "local", command: [command, ...args], environment: env, enabled: true },
  ]);
  return {
    model: `toolcrib/${model}`,
    small_model: `toolcrib/${model}`,
    autoupdate: false,
    share: "disabled",
    provider: {
      toolcrib: {
        npm: provider,
        name: "Toolcrib",
        options: { baseURL: `${gatewayUrl}/v1`, apiKey: "any-key" },
        models: { [model]: { name: model, tool_call: true, limit: { context: 200_000, output: 8_000 } } },
      },
    },
    mcp: Object.fromEntries(servers) as object,
  };
}

/** A line of `--format json`, as far as it is read here. */
interface PrintedEvent {
  readonly type: string;
  readonly sessionID?: string;
  readonly error?: unknown;
  readonly part?: { readonly text?: string; readonly state?: { readonly status?: string; readonly error?: string } };
}

function parseAnswer(result: ProgramResult): ClientAnswer & { readonly session?: string } {
  const events = result.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as PrintedEvent);
  const session = events.find(({ sessionID }) => sessionID !== undefined)?.sessionID;
  const texts = events.flatMap(({ type, part }) => (type === "text" ? [part?.text ?? ""] : []));
  return {
    text: texts.at(-1) ?? "",
    errors: [
      ...(result.status === 0 ? [] : [`it exits with ${result.status}`]),
      ...events.flatMap(errorsIn),
      ...result.stderr.split("\n").filter((line) => /\blevel=(?:ERROR|WARN)\b/.test(line)),
    ],
    ...(session !== undefined && { session }),
  };
}

function errorsIn({ type, error, part }: PrintedEvent): readonly string[] {
  if (type === "error") return [`error: ${JSON.stringify(error)}`];
  return part?.state?.status === "error" ? [`a tool fails: ${part.state.error}`] : [];
}
