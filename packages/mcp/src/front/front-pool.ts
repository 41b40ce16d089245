import type { ServerPool } from "../pool/server-pool.ts";

/** What a front uses of its servers. */
export type FrontPool = Pick<
  ServerPool,
  "entries" | "servers" | "tools" | "tool" | "held" | "lists" | "now" | "callTool" | "request" | "settled" | "freshen"
>;
