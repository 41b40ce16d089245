import type { Tool } from "@toolcrib/core";
import { catalogueTool, entrySecrets, type ServerStatus } from "@toolcrib/mcp";
import { formatCountOf } from "@toolcrib/shared/text";
import type { Output } from "../../output/console-output.ts";
import type { ChosenConfigs } from "../../servers/choose-config-files.ts";
import type { NamedTool } from "../../servers/collect-tools.ts";
import { lastWords } from "../../servers/describe-server.ts";
import { openPool } from "../../servers/open-pool.ts";
import { readServers } from "../../servers/read-servers.ts";
import { waitForServers } from "../../servers/wait-for-servers.ts";
import type { Check } from "./check/check.ts";

/** What came of starting the servers. */
export interface CheckedServers {
  readonly checks: readonly Check[];
  /** The tools of those that answer. */
  readonly tools: readonly NamedTool[];
}

/** Starts every server once and says what came of it. Nothing is left running. */
export async function checkServers(chosen: ChosenConfigs, wait: number, output: Output): Promise<CheckedServers> {
  const { entries, problems } = await readServers(chosen);
  output.hide(entries.flatMap(entrySecrets));
  const broken = problems.map(
    ({ summary, remedy }): Check => ({ subject: "config", state: "problem", says: summary, fix: remedy }),
  );
  if (entries.length === 0) {
    return {
      checks: [...broken, { subject: "MCP servers", state: "note", says: "are not configured yet" }],
      tools: [],
    };
  }
  // A list from before would hide that a server does not start any more.
  const { pool } = await openPool({ entries, start: "eager", cacheFolder: null, restart: { attempts: 0 } });
  try {
    await waitForServers(pool, wait * 1_000, output);
    return {
      checks: [...broken, ...pool.servers().map((status) => checkServer(status, wait))],
      tools: pool.tools().map((tool) => catalogueTool(tool) satisfies Tool as NamedTool),
    };
  } finally {
    await pool.close();
  }
}

function checkServer(status: ServerStatus, wait: number): Check {
  const subject = `server ${status.name}`;
  switch (status.state) {
    case "ready":
    case "cached":
      return status.tools === 0
        ? { subject, state: "note", says: "answers, and has no tools" }
        : { subject, state: "ok", says: `answers, with ${formatCountOf(status.tools, "tool")}` };
    case "disabled":
      return { subject, state: "note", says: `is disabled in ${status.source}` };
    case "connecting":
      return {
        subject,
        state: "problem",
        says: `has not answered within ${wait} s${heard(status)}`,
        fix: "Give it more time with --wait, or start its command by hand and see what it waits for.",
      };
    case "failed":
    case "restarting": {
      const reason = status.reason ?? "it ended without a word";
      return {
        subject,
        state: "problem",
        says: `fails: ${reason}${heard(status, reason)}`,
        fix: fixFor(status, reason),
      };
    }
  }
}

/** The end of its standard error, unless the reason holds it already. */
function heard(status: ServerStatus, reason = ""): string {
  const lines = lastWords(status).filter((line) => !reason.includes(line));
  return lines.length === 0 ? "" : `. It printed: ${lines.join(" / ")}`;
}

function fixFor({ name, transport, source }: ServerStatus, reason: string): string {
  if (/ENOENT|not found/i.test(reason) && transport === "stdio") {
    return `The program is not on the PATH: install it, or write its whole path as command in ${source}.`;
  }
  if (/EACCES|permission/i.test(reason)) {
    return `The program is not executable: check its permissions, or the command in ${source}.`;
  }
  if (/401|403|unauthori[sz]ed|authorization|log ?in/i.test(reason)) {
    return `It requires a login: run "toolcrib login ${name} --config ${source}", or put its token into headers of the entry there.`;
  }
  if (/ECONNREFUSED|ENOTFOUND|fetch failed/i.test(reason)) {
    return `Nothing is listening at its URL: start it, or correct url in ${source}.`;
  }
  return `Start its command from ${source} by hand and read what it prints; keys that it needs belong into env of its entry.`;
}
