import { existsSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";
import { rootFolder } from "../workspace.ts";

const ignored = /^(\..*|node_modules|dist|coverage|copy|site)$/;

/** The Markdown files of the repository that become pages, from its root. The README is the start page's source instead. */
export function listSources(folder = ""): string[] {
  return readdirSync(join(rootFolder, folder), { withFileTypes: true })
    .filter(({ name }) => !ignored.test(name))
    .flatMap((entry) => {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) return listSources(path);
      return entry.name.endsWith(".md") && path !== "README.md" ? [path] : [];
    });
}

/** The address of a source's page, without its ending: `docs/guides/x.md` is `guides/x`, `packages/x/README.md` is `packages/x`. */
export function pageOf(source: string): string {
  return source
    .replace(/^docs\//, "")
    .replace(/\/README\.md$/, "")
    .replace(/\.md$/, "")
    .replace(/^[A-Z]+$/, (name) => name.toLowerCase());
}

/** What a path of the repository is on the site. */
export type Target =
  | { readonly kind: "page"; readonly page: string }
  | { readonly kind: "image"; readonly file: string }
  | { readonly kind: "source" };

/** Finds out what a path of the repository is on the site: a page, an image, or a file that only the repository has. */
export function targetOf(path: string, sources: ReadonlySet<string>): Target {
  const clean = path.replace(/\/$/, "");
  if (clean === "README.md" || clean === "" || clean === ".") return { kind: "page", page: "" };
  const source = [clean, posix.join(clean, "README.md")].find((candidate) => sources.has(candidate));
  if (source !== undefined) return { kind: "page", page: pageOf(source) };
  if (clean.startsWith("docs/images/")) return { kind: "image", file: clean.slice("docs/images/".length) };
  if (!existsSync(join(rootFolder, clean)))
    throw new Error(`The documentation links to ${clean}, which does not exist.`);
  return { kind: "source" };
}
