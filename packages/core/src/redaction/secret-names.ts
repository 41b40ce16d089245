const words = "authorization|cookie|credentials?|passphrase|passwd|password|secret|token";
const keys = "(?:access|api|auth|private|secret|signing|subscription)[-_]?key";
const secretName = new RegExp(`(?:^|[-_.])(?:${words})$|${keys}(?:[-_]?id)?$`, "i");
const secretInnerName = /(?:Authorization|Cookie|Credentials?|Password|Secret|Token)$/;

/** Whether the name of a field, a header, a variable or an option says that its value is secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 200 && (secretName.test(name) || secretInnerName.test(name));
}

/** Whether a text looks like a key, whatever it is called: long, of letters and digits, and no path, address or sentence. */
export function looksSecret(text: string): boolean {
  return /^[\w+=.~-]{16,}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}
