import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { StudioError } from "../errors/studio-error.ts";

/** A file of the page, ready to be served. */
export interface StudioPage {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Its content type. */
  readonly type: string;
}

/** Finds the file for a path below the page's own URL, such as `/` or `/assets/index-3f2a.js`. */
export type FindStudioPage = (path: string) => StudioPage | undefined;

export interface StudioPagesOptions {
  /** The folder with the built page. Default: the one in this package. */
  readonly folder?: string | undefined;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/** Reads the built page into memory: a few files, so that serving needs no disk and no request path reaches it. */
export function studioPages(options: StudioPagesOptions = {}): FindStudioPage {
  const folder = options.folder ?? builtFolder();
  if (!existsSync(join(folder, "index.html"))) throw new StudioError("page_not_built", { folder });
  const pages = new Map<string, StudioPage>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, name);
    const type = contentTypes[extname(file)];
    if (type !== undefined) pages.set(name.split(sep).join("/"), { body: new Uint8Array(readFileSync(file)), type });
  }
  return (path) => pages.get(path.replace(/^\/+/, "") || "index.html");
}

/** The same folder whether this file runs from `src` or from `dist`. */
function builtFolder(): string {
  return fileURLToPath(new URL("../../dist/page", import.meta.url));
}
