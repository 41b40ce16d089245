import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Asked for every request, mostly about the same host. */
let asked = { host: "", isLoopback: false };

/** Whether a host, with or without a port, is this machine and reachable from nowhere else. */
export function isLoopbackHost(host: string): boolean {
  if (asked.host !== host) asked = { host, isLoopback: isLoopbackName(host) };
  return asked.isLoopback;
}

function isLoopbackName(host: string): boolean {
  // An IPv6 address has a port only behind brackets: in `::1` the last part is none.
  if (isIPv6(host)) return ipaddr.process(host).range() === "loopback";
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const [, inBrackets = ""] = /^\[(.*)\]$/.exec(name) ?? [];
  if (isIPv6(inBrackets)) return ipaddr.process(inBrackets).range() === "loopback";
  return name === "localhost" || name.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(name);
}
