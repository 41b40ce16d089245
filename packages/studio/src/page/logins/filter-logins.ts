import type { AdminApiLogins } from "@toolcrib/gateway";

/** The logins that have all these words in their organisation, user or server, by user and server. */
export function filterLogins(logins: AdminApiLogins["logins"], words: string): AdminApiLogins["logins"] {
  const wanted = words.toLowerCase().split(/\s+/);
  const textOf = ({ organisation, user, server }: AdminApiLogins["logins"][number]): string =>
    `${organisation ?? ""} ${user} ${server}`.toLowerCase();
  return logins
    .filter((login) => wanted.every((word) => textOf(login).includes(word)))
    .toSorted((one, other) => textOf(one).localeCompare(textOf(other)));
}
