import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import type { Client } from "./frame/client.ts";
import { aiSdk } from "./frameworks/ai-sdk.ts";
import { langChain } from "./frameworks/langchain.ts";
import { openAiAgents } from "./frameworks/openai-agents.ts";
import { openAi } from "./openai/openai.ts";
import { opencode } from "./opencode/opencode.ts";

/** All clients that `npm run test:clients` runs. */
export const clients: readonly Client[] = [claudeCode, codex, opencode, openAi, openAiAgents, aiSdk, langChain];
