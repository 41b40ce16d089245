import { packageFile } from "./package-file.ts";

/** How a client or a service manager starts this command. */
export interface OwnCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** An installed command is started by its name on any machine; one from a checkout only by its path. */
export function ownCommand(given: string | undefined, platform: NodeJS.Platform = process.platform): OwnCommand {
  if (given !== undefined) {
    const [command = given, ...args] = given.split(/\s+/);
    return { command, args };
  }
  const bin = packageFile("bin/toolcrib.js");
  if (!bin.includes("node_modules")) return { command: process.execPath, args: [bin] };
  // On Windows npx is a script, which programs can only start through a shell.
  return platform === "win32"
    ? { command: "cmd", args: ["/c", "npx", "-y", "toolcrib"] }
    : { command: "npx", args: ["-y", "toolcrib"] };
}
