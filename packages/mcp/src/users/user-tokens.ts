import type { UserServerEntry } from "../config/server-entry.ts";
import type { McpError } from "../errors/mcp-error.ts";

/** A user of a gateway. Names are unique within an organisation. */
export interface ServerUser {
  readonly organisation: string | undefined;
  readonly name: string;
}

/** Gives the tokens of users for servers. */
export interface UserTokens {
  /** The user's access token, renewed if it is about to end. Throws `user_login_required` if the user has to log in. */
  token(user: ServerUser, entry: UserServerEntry): Promise<string>;
  /** Renews the user's token, because the server rejected it. Throws `user_login_required` if the user has to log in. */
  renew(user: ServerUser, entry: UserServerEntry, rejected: string): Promise<void>;
  /** The error for a user whose login the server does not accept, or of which it wants more scope. */
  loginWanted(user: ServerUser, entry: UserServerEntry, cause: unknown): McpError;
}
