/** Asked for every request, mostly about the same host. */
let asked = { host: "", isLoopback: false };

/** Whether a host, with or without a port, is this machine and reachable from nowhere else. */
export function isLoopbackHost(host: string): boolean {
  if (asked.host !== host) asked = { host, isLoopback: isLoopbackName(host) };
  return asked.isLoopback;
}

function isLoopbackName(host: string): boolean {
  const name = host
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name);
}
