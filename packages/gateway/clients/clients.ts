import { claudeCode } from "./claude-code/claude-code.ts";
import { codex } from "./codex/codex.ts";
import type { Client } from "./frame/client.ts";

/** All clients that `npm run test:clients` runs. */
export const clients: readonly Client[] = [claudeCode, codex];
