import { readFileSync } from "node:fs";

/** What a guide tells its reader to type. */
export interface Guide {
  /** The commands of the section that installs. */
  readonly install: string;
  /** The program, which the reader saves as `agent.ts`. */
  readonly program: string;
  /** The command that runs it. */
  readonly run: string;
}

/** Reads a page of docs/guides. Throws if it lacks one of the steps. */
export function readGuide(name: string): Guide {
  const page = readFileSync(new URL(`../../../../docs/guides/${name}.md`, import.meta.url), "utf8");
  const block = (section: string, language: string): string => {
    const [, text] = new RegExp(`\\n## ${section}\\n[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page) ?? [];
    if (text === undefined) throw new Error(`docs/guides/${name}.md has no ${language} block in "${section}".`);
    return text;
  };
  return {
    install: block("1. Install", "sh"),
    program: block("2. Write the agent", "ts"),
    run: block("3. Run it", "sh"),
  };
}
