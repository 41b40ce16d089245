import { packageFile } from "../own-package/package-file.ts";

/** The catalogue of the demo. */
export const sampleFile: string = packageFile("sample/tools.jsonl");
