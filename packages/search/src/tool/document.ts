import { withoutMarkRuns } from "@toolcrib/shared/text";
import { collectArguments } from "./collect-arguments.ts";
import type { SearchableTool } from "./searchable-tool.ts";
import { withoutCallingNotes } from "./without-calling-notes.ts";

/** A tool as searchable text, one string per field. */
export interface ToolDocument {
  readonly name: string;
  /** Its server; empty for a built-in tool. */
  readonly server: string;
  /** The name without its server: `create_issue` of `mcp__github__create_issue`. */
  readonly bareName: string;
  readonly hint: string;
  readonly description: string;
  readonly argumentNames: string;
  readonly argumentDescriptions: string;
}

/** The names that MCP clients compose. */
const composedName = /^mcp__(.+?)__(.+)$/s;

/** The name without its server. */
export function bareNameOf(name: string): string {
  return composedName.exec(name)?.[2] ?? name;
}

const numberAtEnd = /[_-]?v?\d+$/i;

/** A tool's own name without a number at its end: numbered tools of a server count once. */
export function unnumberedName({ bareName }: Pick<ToolDocument, "bareName">): string {
  return bareName.replace(numberAtEnd, "");
}

/** Reads the searchable fields. Strings are made well formed; markup and links are removed from descriptions. */
export function toDocument(tool: SearchableTool): ToolDocument {
  const composed = composedName.exec(tool.name);
  const schema = collectArguments(tool.inputSchema ?? tool.input_schema);
  return {
    name: tool.name,
    server: text(tool.server) || (composed?.[1] ?? ""),
    bareName: bareNameOf(tool.name),
    hint: text(tool.searchHint),
    description: plain(withoutCallingNotes(text(tool.description))),
    argumentNames: withoutMarkRuns(schema.names),
    argumentDescriptions: plain(withoutMarkRuns(schema.descriptions)),
  };
}

const maxTextLength = 8_000;

function text(value: unknown): string {
  return typeof value === "string" ? withoutMarkRuns(value.slice(0, maxTextLength)) : "";
}

const markup = /<[^>]{1,80}>/g;
const address = /https?:\/\/[^\s"“”<>]+/g;
/** Anything but single spaces between words. */
const needsSpacing = /[^\S ]|\p{Cc}| {2}/u;
const whiteSpaceAndControls = /[\s\p{Cc}]+/gu;

const comment = /<!--[\s\S]*?(?:-->|$)/g;
/** Characters that nobody sees: zero-width spaces, and the block of tags. Joiners are part of some scripts and emoji. */
const unseen = /[\u200B\u2060\uFEFF\u{E0000}-\u{E007F}]/u;
/** What follows so much white space is out of sight. */
const outOfSight = /\s{40}/;

/** The part of a text that people see: not comments, and not what is hidden behind invisible characters or white space. */
function seen(description: string): string {
  const text = description.includes("<!--") ? description.replace(comment, " ") : description;
  const end = Math.min(...[unseen, outOfSight].map((mark) => mark.exec(text)?.index ?? text.length));
  return text.slice(0, end);
}

/** Markup, URLs, control characters and hidden text do not describe a tool. */
function plain(description: string): string {
  let text = seen(description);
  if (text.includes("<")) {
    text = text.replace(markup, " ");
  }
  if (text.includes("://")) {
    text = text.replace(address, " ");
  }
  return (needsSpacing.test(text) ? text.replace(whiteSpaceAndControls, " ") : text).trim();
}
