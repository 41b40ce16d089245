/** Examples and schemas, to the end of the text if the block is not closed. */
const codeBlock = /```[\s\S]*?(?:```|$)/g;
const lastHeading = /(?:^|\s)#{1,6} [^#.\n]{1,40}$/;
const opening =
  /^\s*When (?:using|calling) this (?:tool|function),[^.!?]{1,200}[.!?]\s+(?:Only omit\b[^.!?]{1,120}[.!?](?:\s+|$))?/i;

/**
 * A description without notes on how to call the tool and on what comes back. Generators of servers put the same
 * sentence in front of every tool and its response schema behind it: neither says what the tool does.
 */
export function withoutCallingNotes(description: string): string {
  const prose = description.includes("```")
    ? description.replace(codeBlock, " ").trimEnd().replace(lastHeading, "").trimEnd()
    : description;
  const said = prose.replace(opening, "");
  return said.trim() === "" ? description : said;
}
