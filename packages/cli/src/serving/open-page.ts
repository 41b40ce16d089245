import { spawn } from "node:child_process";

/** What opens a page on a desktop; undefined when there is no display. */
export function pageOpener(
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): readonly [command: string, ...firstArguments: string[]] | undefined {
  if (environment["CI"] || environment["SSH_CONNECTION"]) {
    return undefined;
  }
  if (platform === "darwin") {
    return ["open"];
  }
  if (platform === "win32") {
    return ["rundll32", "url.dll,FileProtocolHandler"];
  }
  return environment["DISPLAY"] || environment["WAYLAND_DISPLAY"] ? ["xdg-open"] : undefined;
}

/** Opens a page in the user's browser where there is one; the address is printed in any case, so a failure says nothing. */
export function openPage(url: string): void {
  const opener = pageOpener(process.platform, process.env);
  if (opener === undefined) {
    return;
  }
  const [command, ...firstArguments] = opener;
  const child = spawn(command, [...firstArguments, url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
