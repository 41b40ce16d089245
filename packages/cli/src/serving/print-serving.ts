import { networkInterfaces } from "node:os";
import { shownUrl } from "@toolcrib/core/redaction";
import type { ResolvedConfig } from "@toolcrib/gateway";
import { formatCountOf } from "@toolcrib/shared/text";
import type { Output } from "../output/console-output.ts";
import { plainText } from "../output/plain-text.ts";
import { claudeCodeLine, needsKey, shellWord } from "./claude-code-line.ts";
import type { Serving } from "./start-serving.ts";

const shownModels = 5;

/** Says where the gateway listens, what it serves, and how to point a client at it; with the upstream's models, as far as they are known. */
export function printServing(
  { gateway, pool, address, hasStudio }: Serving,
  models: readonly string[],
  output: Output,
): void {
  const { style } = output;
  const { url } = address;
  const { config } = gateway;
  const servers = pool.servers();
  output.print(style.bold(`Listening on ${style.accent(url)}`));
  if (isWildcard(address.host)) {
    for (const other of machineAddresses()) {
      output.print(`  From others   http://${other}:${address.port}`);
    }
  }
  output.print(`  Messages API  ${url}/v1/messages`);
  output.print(`  OpenAI APIs   ${url}/v1/responses, ${url}/v1/chat/completions`);
  output.print(
    `  MCP front     ${url}/mcp  (${formatCountOf(servers.length, "server")}, ${formatCountOf(pool.tools().length, "tool")} known)`,
  );
  if (hasStudio) {
    output.print(`  Studio        ${url}/studio`);
  }
  for (const [name, { dialect, url: upstreamUrl, package: providerPackage }] of Object.entries(config.upstreams)) {
    // The upstream of the flags has no name of its own.
    const called = name === "upstream" ? "" : `${plainText(name)}: `;
    const place = upstreamUrl === undefined ? (providerPackage ?? "its own address") : shownUrl(upstreamUrl);
    output.print(`  Upstream      ${called}${dialect}, ${place}`);
  }
  const { handling } = config;
  for (const { model, loader = handling.loader, inject = handling.inject } of config.routes) {
    output.print(`  Models        ${plainText(model)}: loader ${loader}, inject ${inject}`);
  }
  if (config.keys.length > 0) {
    output.print(`  Keys          ${config.keys.map(({ name }) => plainText(name)).join(", ")}`);
  }
  if (models.length > 0) {
    const rest = models.length - shownModels;
    const shown = models.slice(0, shownModels).map(plainText).join(", ");
    output.print(`  It has        ${shown}${rest > 0 ? ` and ${formatCountOf(rest, "other")}` : ""}`);
  }
  printPointers(url, config, models[0], output);
}

function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** The addresses under which other machines may reach this one. */
function machineAddresses(): readonly string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  return addresses.filter(({ internal, family }) => !internal && family === "IPv4").map(({ address }) => address);
}

/** How clients are pointed at the gateway. */
function printPointers(url: string, config: ResolvedConfig, model: string | undefined, output: Output): void {
  const { style } = output;
  const key = needsKey(config) ? " --key-env TOOLCRIB_KEY" : "";
  output.print();
  output.print(style.bold("Point a client at it"));
  output.print(`  Claude Code   ${claudeCodeLine(url, config, model)}`);
  output.print(
    `  Codex         toolcrib init codex --url ${url} --model ${model === undefined ? "MODEL" : shellWord(model)}${key}`,
  );
  output.print(`  Anthropic SDK new Anthropic({ baseURL: "${url}" })`);
  output.print(`  MCP client    { "mcpServers": { "toolcrib": { "type": "http", "url": "${url}/mcp" } } }`);
}
