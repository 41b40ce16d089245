import { claudeCode } from "./claude-code/claude-code.ts";
import type { Client } from "./frame/client.ts";

/** All clients that `npm run test:clients` runs. */
export const clients: readonly Client[] = [claudeCode];
