import { writeExactly } from "@toolcrib/shared/json";

/** A server-sent event with a name and its data on one line. */
export function writeSseEvent(name: string, data: object): string {
  return `event: ${name}\ndata: ${writeExactly(data)}\n\n`;
}
