import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Files served over a real socket. */
export interface SkillSite {
  readonly url: string;
  readonly files: Record<string, string>;
  readonly close: () => Promise<void>;
}

/** Serves files by path; anything else gets a 404. */
export async function serveSkills(files: Record<string, string>): Promise<SkillSite> {
  const server = createServer(({ url = "" }, response) => {
    const text = files[url];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
