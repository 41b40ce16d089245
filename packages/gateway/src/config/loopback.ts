import { isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/** Cached: asked for every request, usually about the same host. */
let asked = { host: "", isLoopback: false };

/** Whether a host, with or without a port, is a loopback address. */
export function isLoopbackHost(host: string): boolean {
  if (asked.host !== host) asked = { host, isLoopback: isLoopbackName(host) };
  return asked.isLoopback;
}

function isLoopbackName(host: string): boolean {
  // An IPv6 address has a port only after brackets: the last part of `::1` is not a port.
  if (isIPv6(host)) return ipaddr.process(host).range() === "loopback";
  const name = host.replace(/:\d+$/, "").toLowerCase();
  const [, inBrackets = ""] = /^\[(.*)\]$/.exec(name) ?? [];
  if (isIPv6(inBrackets)) return ipaddr.process(inBrackets).range() === "loopback";
  return name === "localhost" || name.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(name);
}
