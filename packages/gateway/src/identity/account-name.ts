import { userInfo } from "node:os";

/** Who runs this process, as the operating system names them. Some containers have a user without a name. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
