import { createStore, type Store } from './store.ts'
import { removeStored } from './stored.ts'

const PREFIX = 'baton.tab.'

const stores = new Map<string, Store<unknown>>()

/** A store that lasts over a reload, until the tab is closed or the person signs out; in session storage if allowed. */
export function tabStore<Value>(key: string, initial: Value): Store<Value> {
  const known = stores.get(key) as Store<Value> | undefined
  if (known) return known
  const store = createStore(read(key, initial))
  store.subscribe(() => {
    // a component may still set a store that `forgetTab` has removed
    if (stores.get(key) === store) write(key, store.get())
  })
  stores.set(key, store as Store<unknown>)
  return store
}

export function forgetTab(): void {
  stores.clear()
  removeStored('tab.', 'sessionStorage') // also what was stored before the page was loaded anew
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
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value))
  } catch {
    // Storage is blocked or full: the value lasts until the next reload.
  }
}
