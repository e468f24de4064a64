/**
 * What the chat keeps in the page's storage, under keys with a prefix. Values that the storage does not take, or all if
 * the page has none, are kept until the page is left. The storage is read each time, as other tabs write to it too.
 */
export function createKept(prefix: string) {
  const memory: Record<string, string> = Object.create(null)

  function each(tell: (key: string, value: string) => void): void {
    try {
      const storage = window.localStorage
      for (let index = 0; index < storage.length; index += 1) {
        const key = storage.key(index) ?? ''
        if (key.startsWith(prefix)) tell(key.slice(prefix.length), storage.getItem(key) ?? '')
      }
    } catch {
      // The page has no storage.
    }
    for (const key in memory) tell(key, memory[key]!)
  }

  function set(key: string, value: string | null): void {
    delete memory[key]
    try {
      if (value === null) localStorage.removeItem(prefix + key)
      else localStorage.setItem(prefix + key, value)
    } catch {
      if (value !== null) memory[key] = value
    }
  }

  function clear(): void {
    const keys: Record<string, true> = Object.create(null) // gathered first, as removing a key moves those after it
    each((key) => {
      keys[key] = true
    })
    for (const key in keys) set(key, null)
  }

  return { each, set, clear }
}
