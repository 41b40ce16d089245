import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InstalledClient } from "./install-client.ts";
import { mcpServers } from "./mcp-servers.ts";

const maxTurnMilliseconds = 180_000;

/** What the client printed at the end of a turn. */
interface ClientAnswer {
  readonly isError: boolean;
  readonly text: string;
}

/** A conversation with Claude Code in a home and a folder of its own. */
export interface ClientConversation {
  /** One turn; the conversation goes on from the turn before. */
  ask(prompt: string): Promise<ClientAnswer>;
  close(): Promise<void>;
}

export interface ConversationOptions {
  readonly client: InstalledClient;
  readonly gatewayUrl: string;
  readonly model: string;
  /** Beside those that every conversation has. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts nothing yet: each turn is a process of its own, as `claude -p` and `claude -p --resume` have it. */
export async function startConversation(options: ConversationOptions): Promise<ClientConversation> {
  const root = await mkdtemp(join(tmpdir(), "toolcrib-client-"));
  const [home, folder] = [join(root, "home"), join(root, "project")];
  await Promise.all([mkdir(home), mkdir(folder)]);
  const mcpConfig = join(root, "mcp.json");
  await writeFile(mcpConfig, JSON.stringify({ mcpServers: mcpServers(root) }));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    ANTHROPIC_BASE_URL: options.gatewayUrl,
    ANTHROPIC_API_KEY: "any-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    ...options.environment,
  };
  const fixed = ["-p", "--model", options.model, "--output-format", "json", "--mcp-config", mcpConfig];
  const allowed = ["--strict-mcp-config", "--allowedTools", "mcp__everything,mcp__memory,Agent,ToolSearch"];
  let session: string | undefined;
  return {
    async ask(prompt) {
      const resumed = session === undefined ? [] : ["--resume", session];
      const { stdout, stderr } = await run(options.client.path, [...fixed, ...allowed, ...resumed], {
        input: prompt,
        folder,
        environment,
      });
      const answer = readAnswer(stdout, stderr);
      session = answer.session ?? session;
      return answer;
    },
    close: () => rm(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** What `--output-format json` prints. */
interface PrintedResult {
  readonly is_error: boolean;
  readonly result: string;
  readonly session_id: string;
}

function readAnswer(stdout: string, stderr: string): ClientAnswer & { readonly session?: string } {
  try {
    const { is_error: isError, result: text, session_id: session } = JSON.parse(stdout) as PrintedResult;
    return { isError, text, session };
  } catch {
    return { isError: true, text: `${stdout}\n${stderr}`.trim() };
  }
}

function run(
  command: string,
  commandArguments: readonly string[],
  {
    input,
    folder,
    environment,
  }: { readonly input: string; readonly folder: string; readonly environment: Readonly<Record<string, string>> },
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, { cwd: folder, env: environment, timeout: maxTurnMilliseconds });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString("utf8");
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr += chunk.toString("utf8");
    });
    child.on("error", reject);
    child.on("close", () => resolve({ stdout, stderr }));
    child.stdin.end(input);
  });
}
