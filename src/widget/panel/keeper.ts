/** The prefix of the keys of unsent messages. Of the values that other tabs change, the panel takes over only these. */
export const UNSENT_PREFIX = 'unsent:'

/** Where the panel keeps what must outlive it: its own storage on the chat page, the host page's in a frame. */
export interface Keeper {
  get(key: string): string | undefined
  all(): [key: string, value: string][]
  set(key: string, value: string | null): void
}

/** Makes a keeper that holds values in memory and passes each change on. */
export function keeperOf(values: Map<string, string>, pass: (key: string, value: string | null) => void): Keeper {
  const set = (key: string, value: string | null) => {
    if (value === null) values.delete(key)
    else values.set(key, value)
    pass(key, value)
  }
  return {
    get: (key) => values.get(key),
    all: () => [...values],
    set,
  }
}
