/** Imports a compiled file of a package: its functions are those that users run, and each source is a file of its own. */
export async function importBuilt<Module>(path: string): Promise<Module> {
  return (await import(new URL(`../../../packages/${path}`, import.meta.url).href)) as Module;
}
