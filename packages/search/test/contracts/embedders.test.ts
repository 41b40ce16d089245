import { createStaticEmbedder } from "@toolcrib/search";
import { createLetterPairEmbedder } from "../support/embedders.ts";
import { tableBytes } from "../support/table-bytes.ts";
import { describeEmbedder } from "./embedder-contract.ts";

describeEmbedder("the table that ships", () => createStaticEmbedder());
describeEmbedder("a table of one's own, in eight bits", () => createStaticEmbedder(tableBytes()));
describeEmbedder("a table of one's own, in four bits", () => createStaticEmbedder(tableBytes({ bits: 4 })));
describeEmbedder("a length that no kernel takes", () => createStaticEmbedder(tableBytes({ dimensions: 10 })));
describeEmbedder("letter pairs", () => createLetterPairEmbedder());
