/** Whether secrets may be sent there: over TLS, or not beyond this machine. */
export function isSafeUrl({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname));
}
