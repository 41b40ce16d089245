import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import type { AddCommand, CommandContext } from "../../command-line/command-context.ts";
import { parseUrl } from "../../command-line/config-options.ts";
import type { ExitCode } from "../../command-line/exit-codes.ts";
import { createJsonOption } from "../../command-line/options.ts";
import { type ProviderClient, providerClients } from "./provider/provider-plan.ts";
import type { ProviderInitOptions } from "./provider/run-provider-init.ts";
import type { InitOptions } from "./run-init.ts";

const clients = ["claude-code", "claude-desktop", "cursor", "vscode", "windsurf"];
const defaultUrl = "http://127.0.0.1:8788";

const help = `
Without a client, it moves the servers in your clients' configs into toolcrib.json (for a project:
next to the config; otherwise in your settings folder) and replaces them with one entry that runs
"toolcrib mcp". Comments elsewhere in a file stay, and variables are not expanded. ~/.claude.json is
changed only with --client claude-code.

With codex or opencode, it makes the gateway that client's model provider: in config.toml of
$CODEX_HOME or ~/.codex, or in opencode.json of your settings (--scope project: of this folder).

A copy of each file is kept next to it. Without a terminal it does not ask. In a git repository,
copies and files with literal secrets are kept out of commits by lines in .git/info/exclude.

Examples:
  toolcrib init --dry-run
  toolcrib init --client cursor --client vscode
  toolcrib init codex --model qwen3:8b
  toolcrib init opencode --model qwen3:8b --scope project
  toolcrib init --undo

Exit status:
  0  done
  1  nothing found, or --undo skipped a file that changed since
  2  invalid option or file`;

/** `toolcrib init`: puts one entry in the place of all MCP servers of the clients, or the gateway in front of a client's model. */
export const addInitCommand: AddCommand = (program, context) => {
  program
    .command("init")
    .description("replace your clients' MCP servers with one entry, or point Codex or opencode at the gateway")
    .addArgument(
      new Argument("[client]", "make the gateway this client's model provider")
        .choices(providerClients)
        .argParser(parseProviderClient),
    )
    .option("--client <name>", `only this client, may be repeated: ${clients.join(", ")}`, collectClients)
    .addOption(
      new Option("--scope <scope>", "only configs of this folder, or only those of your user").choices([
        "project",
        "user",
      ]),
    )
    .option("--command <command>", "how clients start toolcrib; default: npx, or this checkout")
    .option("--model <name>", "codex, opencode: the model, by the name that the gateway knows", parseModel)
    .option("--url <url>", `codex, opencode: the gateway; default: ${defaultUrl}`, parseUrl)
    .option("--key-env <name>", "codex, opencode: the environment variable with a key of the gateway", parseVariable)
    .option("--own-search", "codex: let Codex search its MCP tools itself, instead of the gateway")
    .option("--dry-run", "show what would change, and change nothing")
    .option("--undo", "restore the changed files, byte for byte; with a client, only its files")
    .option("--force", "with --undo: restore files even if they changed since")
    .option("--yes", "do not ask for confirmation")
    .addOption(createJsonOption())
    .addHelpText("after", help)
    .action(async (client: ProviderClient | undefined, options: AllInitOptions, command: Command) => {
      const problem = findOptionProblem(client, options);
      if (problem !== undefined) {
        command.error(`error: ${problem}`);
      }
      context.exitWith(await run(client, options, context.output));
    });
};

type AllInitOptions = InitOptions & Partial<ProviderInitOptions>;

async function run(
  client: ProviderClient | undefined,
  options: AllInitOptions,
  output: CommandContext["output"],
): Promise<ExitCode> {
  if (options.undo) {
    const { undoInit } = await import("./undo-init.ts");
    return undoInit(options, output, client);
  }
  if (client === undefined) {
    const { runInit } = await import("./run-init.ts");
    return runInit(options, output);
  }
  const { runProviderInit } = await import("./provider/run-provider-init.ts");
  const { model = "", url = defaultUrl } = options;
  return runProviderInit(client, { ...options, model, url }, output);
}

/** An option that would have no effect is a mistake. */
function findOptionProblem(client: ProviderClient | undefined, options: AllInitOptions): string | undefined {
  const isSet = (names: readonly (keyof AllInitOptions)[]): boolean =>
    names.some((name) => options[name] !== undefined);
  if (client === undefined) {
    return isSet(["model", "url", "keyEnv", "ownSearch"])
      ? `--model, --url, --key-env and --own-search need a client: ${providerClients.join(" or ")}.`
      : undefined;
  }
  if (isSet(["client", "command"])) return `--client and --command are for MCP servers; leave out ${client}.`;
  if (options.undo) return undefined;
  if (options.model === undefined) return `${client} needs a model: --model NAME, as the gateway knows it.`;
  if (client === "codex" && options.scope === "project") return "Codex takes providers from the user's config only.";
  return client === "opencode" && options.ownSearch ? "--own-search is for codex; opencode has no search." : undefined;
}

function parseProviderClient(value: string): ProviderClient {
  const found = providerClients.find((client) => client === value);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(
    clients.includes(value)
      ? `To replace the MCP servers of ${value}, use --client ${value}.`
      : `Expected ${providerClients.join(" or ")}, got "${value}".`,
  );
}

function parseModel(value: string): string {
  if (!/^[^\s\p{C}]+$/u.test(value)) {
    throw new InvalidArgumentError("Expected a name without spaces.");
  }
  return value;
}

function parseVariable(value: string): string {
  if (!/^[A-Za-z_]\w*$/.test(value)) {
    throw new InvalidArgumentError("Expected the name of an environment variable, not the key itself.");
  }
  return value;
}

function collectClients(value: string, previous: readonly string[] = []): readonly string[] {
  if (!clients.includes(value)) {
    throw new InvalidArgumentError(`Expected one of ${clients.join(", ")}, got "${value}".`);
  }
  return [...previous, value];
}
