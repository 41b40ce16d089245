import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientAnswer, Conversation, StartOptions } from "../frame/client.ts";
import { mcpServers } from "../frame/mcp-servers.ts";
import { type ProgramResult, runProgram } from "../frame/run-program.ts";
import { type CodexServer, formatConfig } from "./config.ts";

export interface CodexOptions {
  /** The servers of the first turn, if others come later. */
  readonly firstServers?: readonly string[];
  readonly compactionLimit?: number;
  /** The content of a model catalogue; without one, Codex does not know the model. */
  readonly catalogue?: object;
  /** The MCP servers; two real ones if undefined. */
  readonly servers?: Readonly<Record<string, CodexServer>>;
}

/** Each turn is a process of its own: `codex exec`, then `codex exec resume`. */
export async function startConversation(
  { client, gatewayUrl, model, folders: { root, home, project } }: StartOptions,
  { catalogue, servers = mcpServers(root), compactionLimit, firstServers }: CodexOptions,
): Promise<Conversation> {
  const cataloguePath = join(root, "models.json");
  if (catalogue !== undefined) await writeFile(cataloguePath, JSON.stringify(catalogue));
  const config = {
    model,
    gatewayUrl,
    servers,
    compactionLimit,
    ...(catalogue !== undefined && { catalogue: cataloguePath }),
  };
  const first = Object.fromEntries(Object.entries(servers).filter(([name]) => firstServers?.includes(name) ?? true));
  const configPath = join(home, "config.toml");
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    CODEX_HOME: home,
    TOOLCRIB_KEY: "any-key",
  };
  const program = join(client.folder, "node_modules", ".bin", "codex");
  // Landlock and seccomp are not available everywhere, and all commands are the script's own.
  const options = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
  let session: string | undefined;
  return {
    async ask(prompt) {
      await writeFile(configPath, formatConfig({ ...config, servers: session === undefined ? first : servers }));
      const resumed = session === undefined ? [] : ["resume", session];
      const result = await runProgram(program, ["exec", ...resumed, "--strict-config", ...options, "-"], {
        input: prompt,
        folder: project,
        environment,
      });
      const answer = parseAnswer(result, model);
      session = answer.session ?? session;
      return answer;
    },
  };
}

/** A line of `--json`, as far as it is read here. */
interface PrintedEvent {
  readonly type: string;
  readonly thread_id?: string;
  readonly message?: string;
  readonly item?: {
    readonly type: string;
    readonly text?: string;
    readonly message?: string;
    readonly status?: string;
  };
}

function parseAnswer(result: ProgramResult, model: string): ClientAnswer & { readonly session?: string } {
  const events = result.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as PrintedEvent);
  const session = events.find(({ type }) => type === "thread.started")?.thread_id;
  const texts = events.flatMap(({ item }) => (item?.type === "agent_message" ? [item.text ?? ""] : []));
  const isLast = events.at(-1)?.type === "turn.completed";
  return {
    text: texts.at(-1) ?? "",
    errors: [
      ...(result.status === 0 ? [] : [`it exits with ${result.status}`]),
      ...(isLast ? [] : ["the turn is not completed"]),
      ...events.flatMap((event) => errorsIn(event)).filter((message) => !isExpected(message, model)),
      ...result.stderr.split("\n").filter((line) => /\b(?:ERROR|WARN)\b/.test(line)),
    ],
    ...(session !== undefined && { session }),
  };
}

function errorsIn({ type, message, item }: PrintedEvent): readonly string[] {
  if (type === "error" || type === "turn.failed") return [`${type}: ${message}`];
  if (item?.type === "error") return [`error: ${item.message}`];
  return item?.status === "failed" ? [`a failed ${item.type}: ${JSON.stringify(item)}`] : [];
}

/** Codex tells about every model that is not in its catalogue. */
function isExpected(message: string, model: string): boolean {
  return message.includes(`Model metadata for \`${model}\` not found`);
}
