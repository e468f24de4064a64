/**
 * What the chat keeps in the page's storage under keys with a prefix. Where the page has no storage, it is kept until the
 * page is left.
 */
export function createKept(prefix: string) {
  const memory = new Map<string, string>()
  let storage: Storage | undefined
  try {
    storage = window.localStorage
    for (let index = 0; index < storage.length; index += 1) {
      const key = storage.key(index)
      if (key?.startsWith(prefix)) memory.set(key.slice(prefix.length), storage.getItem(key) ?? '')
    }
  } catch {
    storage = undefined
  }
  const set = (key: string, value: string | null): void => {
    if (value === null) memory.delete(key)
    else memory.set(key, value)
    try {
      if (value === null) storage?.removeItem(prefix + key)
      else storage?.setItem(prefix + key, value)
    } catch {
      // A full or forbidden storage keeps nothing.
    }
  }
  return {
    all: (): [string, string][] => [...memory],
    set,
    clear: () => {
      for (const [key] of [...memory]) set(key, null)
    },
  }
}

export type Kept = ReturnType<typeof createKept>
