import { beforeAfterPicture, readDemoFigures } from "./before-after.ts";
import { doorsPicture } from "./diagrams/doors.ts";
import { loadersPicture } from "./diagrams/loaders.ts";
import { requestPicture } from "./diagrams/request.ts";
import { turnsPicture } from "./diagrams/turns.ts";
import { type Palette, paletteOf } from "./drawing/palette.ts";
import type { Recording } from "./recording/record-demo.ts";
import { terminalPicture } from "./recording/terminal-picture.ts";

/** Where the pictures are, from the root of the repository. */
export const picturesFolder = "docs/images";

/** Every drawn picture by its file name. Each has a light and a dark form, except for the terminal, which is dark. */
export function allPictures(recording: Recording): ReadonlyMap<string, string> {
  const figures = readDemoFigures(recording);
  const drawings: Readonly<Record<string, (colour: Palette) => string>> = {
    "before-after": (colour) => beforeAfterPicture(figures, colour),
    "how-doors": doorsPicture,
    "how-loaders": loadersPicture,
    "how-request": (colour) => requestPicture(figures.tools, colour),
    "how-turns": turnsPicture,
  };
  const pictures = Object.entries(drawings).flatMap(([name, draw]) =>
    (["light", "dark"] as const).map((theme) => [`${name}-${theme}.svg`, draw(paletteOf(theme))] as const),
  );
  return new Map([...pictures, ["terminal.svg", terminalPicture(recording)]]);
}
