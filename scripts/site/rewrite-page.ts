import { posix } from "node:path";
import { targetOf } from "./page-map.ts";

/** What pages are rewritten with. */
export interface SiteLinks {
  readonly sources: ReadonlySet<string>;
  /** The public address of the repository; undefined while it is not decided, and then links to sources become text. */
  readonly repository: string | undefined;
}

/** A page of the repository with the links and pictures of the site. Code is not touched. */
export function rewritePage(markdown: string, source: string, links: SiteLinks): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 1 ? part : rewriteProse(part, source, links)))
    .join("");
}

function rewriteProse(prose: string, source: string, links: SiteLinks): string {
  return prose
    .replace(/<picture>[\s\S]*?<\/picture>/g, (picture) => rewritePicture(picture, source))
    .replace(
      /(!?)\[((?:`[^`\n]*`|!\[[^\]]*\]\([^)]*\)|[^\]`])*)\]\(([^)\s]+)\)/g,
      (whole, image: string, label: string, target: string) =>
        /^[a-z]+:/.test(target) ? whole : rewriteLink({ image, label, target }, source, links),
    );
}

interface Link {
  readonly image: string;
  readonly label: string;
  readonly target: string;
}

function rewriteLink({ image, label, target }: Link, source: string, { sources, repository }: SiteLinks): string {
  const [path = "", anchor] = target.split("#");
  const suffix = anchor === undefined ? "" : `#${anchor}`;
  if (path === "") return `${image}[${label}](${suffix})`;
  const resolved = posix.normalize(posix.join(posix.dirname(source), path));
  const found = targetOf(resolved, sources);
  switch (found.kind) {
    case "page":
      return `[${label}](/${found.page}${suffix})`;
    case "image":
      return image === "" ? `[${label}](/images/${found.file})` : drawImage(found.file, label);
    case "source":
      return repository === undefined ? label : `[${label}](${repository}/tree/main/${resolved}${suffix})`;
    default:
      return found satisfies never;
  }
}

function rewritePicture(picture: string, source: string): string {
  const light = /src="([^"]+)"/.exec(picture)?.[1];
  if (light === undefined) throw new Error(`A picture of ${source} has no light form.`);
  return drawImage(posix.basename(light), /alt="([^"]*)"/.exec(picture)?.[1] ?? "");
}

/** A picture with a light and a dark form is two images: the site has a switch, which `prefers-color-scheme` does not know. */
function drawImage(file: string, alt: string): string {
  const draw = (name: string, theme?: string): string =>
    `<img${theme === undefined ? "" : ` class="only-${theme}"`} alt="${alt}" src="/images/${name}" loading="lazy">`;
  const images = /-light\.\w+$/.test(file)
    ? draw(file, "light") + draw(file.replace("-light.", "-dark."), "dark")
    : draw(file);
  return `<span class="picture">${images}</span>`;
}
