import { Argument, InvalidArgumentError, Option } from "commander";
import type { AddCommand } from "../../command-line/command-context.ts";
import { parseUrl } from "../../command-line/config-options.ts";
import { parseCount } from "../../command-line/options.ts";
import { addRunningGatewayOptions } from "../../gateway/running-gateway.ts";
import type { AuditAction, AuditOptions } from "./run-audit.ts";

const help = `
A gateway with "audit": {} in its config keeps a log of tool calls and access changes in its store.
Each line holds the hash of the line before it, and checkpoints are signed, so changed and
removed lines are detected.

  list     the latest calls, or with --changes the latest changes of access
  verify   checks the chain and the signatures. With your own copy of the public key (--public-key)
           you need not trust the gateway. It prints the last line's number and hash: keep
           them elsewhere, and --known finds out later whether the end of the log was cut off
  export   all lines that match, oldest first, as JSON Lines or for OpenTelemetry (OTLP)
  key      creates a pair of keys: the private one for the gateway, the public one for --public-key

Examples:
  toolcrib audit --tool create_issue --user alice --since 2026-01-01
  toolcrib audit --changes --organisation acme
  toolcrib audit verify --public-key MCowBQYDK2VwAyEA… --known 4711:9f86d0…
  toolcrib audit export > audit.jsonl && toolcrib audit verify --file audit.jsonl
  toolcrib audit export --format otlp --send http://localhost:4318/v1/logs
  toolcrib audit export --from 4712 >> audit.jsonl
  toolcrib audit key

Exit status:
  0  done    1  verify found problems    2  invalid option or file, or the gateway does not answer`;

const actions: readonly AuditAction[] = ["list", "verify", "export", "key"];

/** `toolcrib audit`: the log of tool calls. */
export const addAuditCommand: AddCommand = (program, context) => {
  addRunningGatewayOptions(program.command("audit"))
    .description("show, verify or export the log of tool calls of a running gateway")
    .addArgument(new Argument("[action]", "what to do").choices(actions).default("list"))
    .option("--file <file>", "for verify: an export instead of a gateway")
    .option("--public-key <key>", "for verify: a key whose signatures count; may be repeated", collect)
    .addOption(
      new Option("--known <line>", "for verify: NUMBER:HASH of a line that must be there").argParser(parseKnown),
    )
    .option("--tool <name>", "only calls of this tool, by its own name")
    .option("--server <name>", "only calls of tools of this MCP server")
    .option("--organisation <name>", "only calls for this organisation")
    .option("--user <name>", "only calls for this user")
    .option("--team <name>", "only calls for this team")
    .option("--key <name>", "only calls with this key")
    .addOption(new Option("--outcome <outcome>", "only calls with this outcome").choices(["ok", "error", "refused"]))
    .option("--since <date>", "only calls from then on, such as 2026-01-31 or 2026-01-31T12:00:00Z")
    .option("--until <date>", "only calls until then")
    .option("--from <number>", "for export: the number of the first line, to continue an earlier export", parseCount)
    .option("--changes", "for list: changes of keys, users, grants and approvals instead of calls")
    .option("--limit <count>", "for list: how many calls to show", parseCount, 20)
    .addOption(new Option("--format <format>", "for export").choices(["jsonl", "otlp"]).default("jsonl"))
    .addOption(new Option("--send <url>", "for export --format otlp: where to post it").argParser(parseUrl))
    .addHelpText("after", help)
    .action(async (action: AuditAction, options: AuditOptions) => {
      const { runAudit } = await import("./run-audit.ts");
      context.exitWith(await runAudit(action, options, context.output));
    });
};

function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

function parseKnown(value: string): NonNullable<AuditOptions["known"]> {
  const [, sequence, hash = ""] = /^(\d+):([0-9a-f]{64})$/i.exec(value) ?? [];
  if (sequence === undefined) throw new InvalidArgumentError(`Expected NUMBER:HASH, got "${value}".`);
  return { sequence: Number(sequence), hash: hash.toLowerCase() };
}
