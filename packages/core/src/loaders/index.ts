export { deferredDefinition, loadedDefinition, undeferredDefinition } from "../08-wire-fields/wire-fields.ts";
export {
  allToolsLoader,
  builtInLoaders,
  fallbackLoader,
  type LoaderName,
  loaderNames,
  referenceLoader,
} from "./built-in.ts";
export {
  type CallWrapper,
  type GivenListQuestion,
  type Loader,
  type LoaderQuestion,
  type Loading,
  type UndiscoveredTools,
  usesReferences,
  type WrappedCallParts,
  type WrappedCallReader,
} from "./loader.ts";
export { nameReferences } from "./name-references.ts";
export { deferredToolPlaceholder } from "./native.ts";
export { eagerTools, givenTools } from "./tool-lists.ts";
