/** The day of a login; a dash if it is not known. */
export function loginDay(connectedAt: string | undefined): string {
  return connectedAt?.slice(0, 10) ?? "–";
}
