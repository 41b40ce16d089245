import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientFolders } from "./client.ts";

export async function createClientFolders(): Promise<ClientFolders> {
  const root = await mkdtemp(join(tmpdir(), "toolcrib-client-"));
  const folders = { root, home: join(root, "home"), project: join(root, "project") };
  await Promise.all([mkdir(folders.home), mkdir(folders.project)]);
  return folders;
}

export async function deleteClientFolders({ root }: ClientFolders): Promise<void> {
  await rm(root, { recursive: true, force: true, maxRetries: 3 });
}
