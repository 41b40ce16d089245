/** The beginning of a line in which the response is looked for; its objects may be large. */
const maxInspectedBytes = 65_536;
const response = /"response": ?\{/;

/** Whether the event of this line has a response, which names the model. */
export function isOfResponse(line: Buffer): boolean {
  return response.test(line.subarray(0, maxInspectedBytes).toString("latin1"));
}
