import { createStore, type Store } from './store.ts'

const PREFIX = 'baton.tab.'

const stores = new Map<string, Store<unknown>>()

/**
 * A value that lasts as long as this tab: it survives a reload, and is gone when the tab is closed or its person signs
 * out. What is set last is kept, where the browser lets us.
 */
export function tabStore<Value>(key: string, initial: Value): Store<Value> {
  const known = stores.get(key) as Store<Value> | undefined
  if (known) return known
  const store = createStore(read(key, initial))
  store.subscribe(() => {
    if (stores.get(key) === store) write(key, store.get()) // one that is forgotten may still be set by who holds it
  })
  stores.set(key, store as Store<unknown>)
  return store
}

/** Forgets every value of this tab. */
export function forgetTab(): void {
  for (const key of stores.keys()) write(key, undefined)
  stores.clear()
}

function read<Value>(key: string, initial: Value): Value {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + key) ?? '') as Value
  } catch {
    return initial
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Blocked or full: the value lasts until the page is loaded anew.
  }
}
