const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const bearerToken = /^[\x21-\x7e]+$/;

/** Whether a text can be the value of an HTTP header. One that cannot is quoted in the error of whatever makes the header. */
export function isHeaderValue(text: string): boolean {
  return headerValue.test(text);
}

/** Whether a token can be sent as `authorization: Bearer …`: visible ASCII characters. */
export function isBearerToken(text: string): boolean {
  return bearerToken.test(text);
}
