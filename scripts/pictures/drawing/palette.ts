import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../../workspace.ts";

export type Theme = "light" | "dark";

/** The colours of one theme by their names in the studio, such as `search` or `saved-ground`. */
export type Palette = (name: string) => string;

const tokens = readFileSync(join(rootFolder, "packages/studio/src/page/style/tokens.css"), "utf8");
const pairs = new Map(
  [...tokens.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
);

/** The studio's palette: pictures, page and site have the same colours for the same things. */
export function paletteOf(theme: Theme): Palette {
  return (name) => {
    const colour = pairs.get(name)?.[theme];
    if (colour === undefined) throw new Error(`tokens.css has no colour ${name}`);
    return colour;
  };
}
