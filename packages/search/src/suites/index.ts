export type { Check } from "@toolcrib/shared/suites";
export { embedderSuite } from "./embedder-suite.ts";
export { type ForeignSamples, languageReaderSuite } from "./language-reader-suite.ts";
export { type RankerUnderTest, rankerSuite } from "./ranker-suite.ts";
