import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isPlaceholder, readReleaseSettings } from "../manifests/release-settings.ts";
import { rootFolder } from "../workspace.ts";
import { homePage } from "./home-page.ts";
import { listSources, pageOf } from "./page-map.ts";
import { commandLineReference } from "./reference/command-line-reference.ts";
import { configReference } from "./reference/config-reference.ts";
import { rewritePage, type SiteLinks } from "./rewrite-page.ts";

/** Every page of the site by its address, as Markdown. */
export function assemblePages(): ReadonlyMap<string, string> {
  const sources = listSources();
  const settings = readReleaseSettings();
  const links: SiteLinks = {
    sources: new Set(sources),
    repository: isPlaceholder(settings) ? undefined : settings.repository,
  };
  const read = (source: string): string => readFileSync(join(rootFolder, source), "utf8");
  return new Map([
    ["index", homePage(read("README.md"), links)],
    ["reference/config", configReference(JSON.parse(read("packages/gateway/toolcrib.schema.json")) as object)],
    ["reference/command-line", commandLineReference()],
    ...sources.map((source) => [pageOf(source), rewritePage(read(source), source, links)] as const),
  ]);
}

/** Writes all pages and images to the folder that the site is built from. */
export function writePages(folder: string): number {
  rmSync(folder, { recursive: true, force: true });
  const pages = assemblePages();
  for (const [page, markdown] of pages) {
    const file = join(folder, `${page}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, markdown);
  }
  cpSync(join(rootFolder, "docs/images"), join(folder, "public/images"), { recursive: true });
  cpSync(join(rootFolder, "packages/studio/src/page/icon.svg"), join(folder, "public/icon.svg"));
  return pages.size;
}
