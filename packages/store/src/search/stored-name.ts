/**
 * A name as the database holds it: PostgreSQL's texts hold neither NUL nor half a character. Names of usual tools stay as
 * they are.
 */
export function storedName(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}
