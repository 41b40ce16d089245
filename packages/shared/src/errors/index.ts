export { CodedError, type ErrorDetails, type ErrorTable } from "./coded-error.ts";
export { describeValue } from "./describe-value.ts";
export { errorMessage } from "./error-message.ts";
export { isToolcribError } from "./is-toolcrib-error.ts";
