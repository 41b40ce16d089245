import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ClientAnswer, Conversation, StartOptions } from "../frame/client.ts";
import { mcpServers } from "../frame/mcp-servers.ts";
import { type ProgramResult, runProgram } from "../frame/run-program.ts";

/** Each turn is a process of its own: `claude -p`, then `claude -p --resume`. */
export async function startConversation(
  { client, gatewayUrl, model, folders }: StartOptions,
  settings: Readonly<Record<string, string>>,
): Promise<Conversation> {
  const mcpConfig = join(folders.root, "mcp.json");
  await writeFile(mcpConfig, JSON.stringify({ mcpServers: mcpServers(folders.root) }));
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: folders.home,
    ANTHROPIC_BASE_URL: gatewayUrl,
    ANTHROPIC_API_KEY: "any-key",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CODE_ENABLE_FINE_GRAINED_TOOL_STREAMING: "1",
    DISABLE_AUTOUPDATER: "1",
    ...settings,
  };
  const program = join(client.folder, "node_modules", ".bin", "claude");
  const fixed = ["-p", "--model", model, "--output-format", "json", "--mcp-config", mcpConfig];
  const allowed = ["--strict-mcp-config", "--allowedTools", "mcp__everything,mcp__memory,Agent,ToolSearch"];
  let session: string | undefined;
  return {
    async ask(prompt) {
      const resumed = session === undefined ? [] : ["--resume", session];
      const options = { input: prompt, folder: folders.project, environment };
      const answer = parseAnswer(await runProgram(program, [...fixed, ...allowed, ...resumed], options));
      session = answer.session ?? session;
      return answer;
    },
  };
}

/** What `--output-format json` prints. */
interface PrintedResult {
  readonly is_error: boolean;
  readonly result: string;
  readonly session_id: string;
}

function parseAnswer({ stdout, stderr, status }: ProgramResult): ClientAnswer & { readonly session?: string } {
  const errors = status === 0 ? [] : [`it exits with ${status}`];
  try {
    const { is_error: isError, result: text, session_id: session } = JSON.parse(stdout) as PrintedResult;
    return { text, errors: [...errors, ...(isError ? ["the result is an error"] : [])], session };
  } catch {
    return { text: `${stdout}\n${stderr}`.trim(), errors: [...errors, "it prints no result"] };
  }
}
