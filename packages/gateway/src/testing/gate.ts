/** Lets something wait until it is told to go on. */
export class Gate {
  #open: () => void = () => {};
  #opened: Promise<void> = Promise.resolve();

  /** What waits for this waits until the next `open`. */
  close(): void {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open();
  }

  get opened(): Promise<void> {
    return this.#opened;
  }
}

/** Waits for something that happens soon. */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setImmediate(resolve));
}
