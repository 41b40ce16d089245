import ipaddr from "ipaddr.js";

/** The only IPv6 range of the public internet. All forms that embed an IPv4 address are outside it or are checked below. */
const globalUnicast = ipaddr.parseCIDR("2000::/3") as [ipaddr.IPv6, number];

/** Whether an address belongs to the public internet and does not lead to this machine or its network. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return false;
  // An IPv4-mapped IPv6 address is checked as IPv4.
  const parsed = ipaddr.process(bare);
  if (parsed.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || isPublicIpv6(parsed as ipaddr.IPv6);
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  const [, , , , high, low] = address.parts;
  // ISATAP: the last 32 bits are the IPv4 address of a tunnel endpoint.
  const isTunnel = low === 0x5efe && (high === 0 || high === 0x0200);
  return address.match(globalUnicast) && !isTunnel;
}
