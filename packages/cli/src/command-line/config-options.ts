import { shownUrl } from "@toolcrib/core/redaction";
import { InvalidArgumentError, Option } from "commander";

/** `--config FILE`, which may be repeated. */
export function createServersOption(): Option {
  return new Option(
    "--config <file>",
    "config with MCP servers: toolcrib.json, .mcp.json or a client's; may be repeated",
  ).argParser<string[] | undefined>((value, previous = []) => [...previous, value]);
}

/** `--skills FOLDER`, which may be repeated. */
export function createSkillsOption(): Option {
  return new Option("--skills <folder>", "a folder of skills (folders with a SKILL.md); may be repeated").argParser<
    string[] | undefined
  >((value, previous = []) => [...previous, value]);
}

/** `--pins FILE`. */
export function createPinsOption(
  description = 'hold back tools whose definition differs from the approved one in this file, or with "store" in the PostgreSQL store',
): Option {
  return new Option("--pins <file>", description);
}

/** `--wait SECONDS`. */
export function createWaitOption(): Option {
  return new Option("--wait <seconds>", "how long servers may take to start").argParser(parseSeconds).default(30);
}

/** Reads a port, 0 for any free one. */
export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) {
    throw new InvalidArgumentError(`Expected a port from 0 to 65535, got "${value}".`);
  }
  return port;
}

/** Reads an http or https URL, without a slash at its end. */
export function parseUrl(value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    throw new InvalidArgumentError(`Expected an http or https URL, got "${shownUrl(value)}".`);
  }
  return value.replace(/\/+$/, "");
}

function parseSeconds(value: string): number {
  const seconds = Number(value);
  if (!(seconds > 0) || !Number.isFinite(seconds)) {
    throw new InvalidArgumentError(`Expected a number of seconds above 0, got "${value}".`);
  }
  return seconds;
}
