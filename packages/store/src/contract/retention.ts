/** How long a value is kept. */
export interface Retention {
  readonly milliseconds: number;
}
