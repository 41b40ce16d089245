import type { ServerUser } from "@toolcrib/mcp";

/** Something that happened to a user's login: `expire-server` is the end of one that the authorization server did not renew. */
export interface LoginEvent {
  readonly user: ServerUser;
  readonly server: string;
  readonly change: "connect-server" | "disconnect-server" | "expire-server";
  /** Who did it, if that is known. */
  readonly by?: { readonly key?: string | undefined; readonly user?: string | undefined } | undefined;
}
