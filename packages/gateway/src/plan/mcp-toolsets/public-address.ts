import ipaddr from "ipaddr.js";

/** The only addresses of IPv6 that the public internet uses. All forms that carry an IPv4 address lie outside, or are told apart below. */
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/** Whether an address belongs to the public internet: none of this machine, its network, or what only leads there. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return false;
  // An IPv4 address that is mapped into IPv6 is judged as what it is.
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || isPublicIpv6(parsed as ipaddr.IPv6);
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  const [, , , , high, low] = address.parts;
  // ISATAP: the last 32 bits are an IPv4 address, which a tunnel leads to.
  const isTunnel = low === 0x5efe && (high === 0 || high === 0x0200);
  return address.match(globalUnicast) && !isTunnel;
}
