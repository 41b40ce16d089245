export { urlDialectNames } from "./upstream-dialects.ts";
