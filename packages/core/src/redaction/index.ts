export { Redactor, redactedText } from "./redactor.ts";
export { isSecretName } from "./secret-names.ts";
export {
  jsonProblem,
  secretsInArguments,
  secretsInEnvironment,
  secretsInHeaders,
  secretsInSettings,
  secretsInUrl,
  shownUrl,
} from "./secrets-in.ts";
