import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { rootFolder } from "../workspace.ts";
import { allPictures, picturesFolder } from "./all-pictures.ts";
import { recordDemo, recordingFile } from "./recording/record-demo.ts";

/** Records the demo again, and draws every picture of the documentation. */
const recording = await recordDemo();
writeFileSync(recordingFile, `${JSON.stringify(recording, undefined, 2)}\n`);
for (const [file, svg] of allPictures(recording)) writeFileSync(join(rootFolder, picturesFolder, file), svg);
