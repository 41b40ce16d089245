/** Where a value is kept. Keys with different namespaces or owners never meet. */
export interface StoreKey {
  /** What kind of values it belongs to, such as `kept-objects`. */
  readonly namespace: string;
  /** Whose value it is: nobody else may read it. */
  readonly owner: string;
  readonly id: string;
}
