import ipaddr from "ipaddr.js";

/** Whether an address belongs to the public internet: none of this machine, its network, or what only leads there. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  if (!ipaddr.isValid(bare)) return false;
  // An IPv4 address in IPv6 dress is judged as what it is.
  return ipaddr.process(bare).range() === "unicast";
}
