/**
 * Speed and recall of `@toolcrib/encoder`, on the built packages:
 * `npx tsx bench/encoder/main.ts [--data DIR] [--tools COUNT] [--queries COUNT] [--sets a,b] [--ranker NAME] [--only speed,index,recall]`
 */
import { parseArgs } from "node:util";
import type { RankerName } from "@toolcrib/search";
import { measureIndexing } from "./indexing.ts";
import { measureQueries } from "./query-speed.ts";
import { measureRecall } from "./recall.ts";

const { values } = parseArgs({
  options: {
    data: { type: "string", default: process.env["TOOLCRIB_DATA"] ?? "../shared/data" },
    tools: { type: "string", default: "5000" },
    queries: { type: "string", default: "400" },
    sets: { type: "string", default: "dust_pre,metatool,bfcl,sealtools,toolbench" },
    ranker: { type: "string", default: "semantic" },
    only: { type: "string", default: "speed,index,recall" },
  },
});
const parts = new Set(values.only.split(","));

if (parts.has("speed")) {
  await measureQueries();
}
if (parts.has("index")) {
  await measureIndexing(values.data, Number(values.tools));
}
if (parts.has("recall")) {
  await measureRecall(values.data, values.sets.split(","), Number(values.queries), values.ranker as RankerName);
}
