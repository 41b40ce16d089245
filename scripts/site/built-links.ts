import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix, sep } from "node:path";

/** Finds links and images of built pages that lead nowhere: missing pages, files and anchors. */
export function findBrokenLinks(folder: string): string[] {
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".html"))
      .map((file) => [file.split(sep).join("/"), readFileSync(join(folder, file), "utf8")] as const),
  );
  const ids = new Map([...pages].map(([page, html]) => [page, idsIn(html)] as const));
  return [...pages].flatMap(([page, html]) =>
    targetsIn(html)
      .filter((target) => isBroken(target, page))
      .map((target) => `${page}: ${target}`),
  );

  function isBroken(target: string, page: string): boolean {
    const [path = "", anchor = ""] = decodeURI(target).split("#");
    const resolved = path === "" ? page : posix.join(path.startsWith("/") ? "." : posix.dirname(page), path);
    const file = fileOf(resolved.replace(/^\//, ""));
    if (file === undefined) return true;
    return anchor !== "" && !(ids.get(file)?.has(anchor) ?? false);
  }

  function fileOf(path: string): string | undefined {
    const candidates = path === "" || path === "." ? ["index.html"] : [path, `${path}.html`, `${path}/index.html`];
    return candidates.find((candidate) => pages.has(candidate) || isFile(candidate));
  }

  function isFile(path: string): boolean {
    return /\.\w+$/.test(path) && existsSync(join(folder, path));
  }
}

function targetsIn(html: string): string[] {
  const targets = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => String(target));
  return [...new Set(targets)].filter((target) => !/^([a-z]+:|\/\/)/.test(target));
}

function idsIn(html: string): ReadonlySet<string> {
  return new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => String(id)));
}
