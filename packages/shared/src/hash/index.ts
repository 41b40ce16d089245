export { hashBytes } from "./hash-bytes.ts";
export { hashText } from "./hash-text.ts";
