/** Characters that are certainly literal: a definition contains them as the pattern does, in any case. */
const plain = /[a-z0-9_]/;

/**
 * Lower-case texts of which every match of a pattern contains at least one; undefined if there are none. It is conservative: it skips
 * what it does not understand, so the texts may be short but are never wrong.
 */
export function literalsOf(pattern: string): readonly string[] | undefined {
  const literals: string[] = [];
  for (const alternative of alternativesOf(pattern.replace(/^\(\?i\)/, "").toLowerCase())) {
    const longest = longestLiteral(alternative);
    if (longest === "") return undefined;
    literals.push(longest);
  }
  return literals;
}

/** The alternatives of a pattern: the parts between `|` outside groups and classes. */
function alternativesOf(pattern: string): string[] {
  const alternatives = [""];
  let depth = 0;
  let isInClass = false;
  for (let position = 0; position < pattern.length; position++) {
    const character = pattern[position] as string;
    if (character === "|" && depth === 0 && !isInClass) {
      alternatives.push("");
      continue;
    }
    if (character === "\\") alternatives.push(`${alternatives.pop()}${pattern.slice(position, ++position)}`);
    else if (character === "[") isInClass = true;
    else if (character === "]") isInClass = false;
    else if (character === "(" && !isInClass) depth++;
    else if (character === ")" && !isInClass) depth--;
    alternatives.push(`${alternatives.pop()}${pattern[position] ?? ""}`);
  }
  return alternatives;
}

function longestLiteral(alternative: string): string {
  let longest = "";
  let run = "";
  const end = () => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  for (let position = 0; position < alternative.length; position++) {
    const character = alternative[position] as string;
    const next = alternative[position + 1] ?? "";
    if (plain.test(character)) {
      // A character that is optional or repeated ends the certain part.
      if (next === "*" || next === "?" || next === "{") end();
      else {
        run += character;
        if (next === "+") end();
      }
      continue;
    }
    end();
    position = skip(alternative, position);
  }
  end();
  return longest;
}

/** The end of the non-literal that begins here: an escape, a class, a group or a repetition. */
function skip(text: string, start: number): number {
  const character = text[start];
  if (character === "\\") {
    // Escapes can be longer: \\x41, \\x{41}, \\pL, \\p{Greek}, \\Q…\\E.
    if (text[start + 1] === "q") return text.length;
    const braces = /^\\[xp]\{[^}]*\}?/.exec(text.slice(start))?.[0];
    return (
      start + (braces ?? (text[start + 1] === "x" ? "\\x00" : text[start + 1] === "p" ? "\\pl" : "\\n")).length - 1
    );
  }
  if (character === "{") return endOf(text, start, "{", "}");
  if (character === "[") {
    const first = text[start + 1] === "^" ? start + 2 : start + 1;
    return endOf(text, text[first] === "]" ? first + 1 : start, "", "]");
  }
  return character === "(" ? endOf(text, start, "(", ")") : start;
}

function endOf(text: string, start: number, opening: string, closing: string): number {
  let depth = opening === "" ? 1 : 0;
  for (let position = start; position < text.length; position++) {
    if (text[position] === "\\") position++;
    else if (text[position] === opening) depth++;
    else if (text[position] === closing && --depth === 0) return position;
  }
  return text.length;
}
