/** The user whom a request is made for. */
export interface CallerUser {
  readonly organisation: string | undefined;
  readonly name: string;
}
