const words = "authorization|cookie|credentials?|passphrase|passwd|password|secret|token";
const keys = "(?:access|api|auth|private|secret|signing|subscription)[-_]?key";
const secretName = new RegExp(`(?:^|[-_.])(?:${words})$|${keys}(?:[-_]?id)?$`, "i");
const secretInnerName = /(?:Authorization|Cookie|Credentials?|Password|Secret|Token)$/;

/** Names that were checked before, because the same few repeat. Module-level: the result depends on the name alone. */
const judged = new Map<string, boolean>();
const maxJudged = 2_000;

/** Whether the name of a field, a header, a variable or an option says that its value is secret. */
export function isSecretName(name: string): boolean {
  let isSecret = judged.get(name);
  if (isSecret === undefined) {
    isSecret = name.length <= 200 && (secretName.test(name) || secretInnerName.test(name));
    if (judged.size < maxJudged && name.length <= 200) judged.set(name, isSecret);
  }
  return isSecret;
}

/**
 * Whether a text looks like a key, whatever it is called: long, and with a part in which letters and digits are mixed, as names of
 * models, versions, dates, paths and addresses have none.
 */
export function looksSecret(text: string): boolean {
  if (!/^[\w+=.~-]{16,}$/.test(text)) return false;
  return text.split(/[-_.~]/).some((part) => part.length >= 10 && /\d/.test(part) && /[A-Za-z]/.test(part));
}
