export { CodedError, type ErrorDetails, type ErrorTable } from "./coded-error.ts";
export { describeValue } from "./describe-value.ts";
