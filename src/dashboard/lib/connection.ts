import type { Scope } from '#contract/scopes.ts'

const STORED_AS = 'baton.connection'

/** Another server that this tab works with, through its public API and an API key. */
export interface Connection {
  /** Address without `/v1` and without a slash at the end. */
  baseUrl: string
  key: string
  organizationId: string
  /** Permissions of the API key. */
  scopes: Scope[]
}

/** The other server that this tab works with, if any. Changes only with a reload. */
export const connection = read()

function read(): Connection | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the connection until the tab closes; undefined ends it. The page must be reloaded afterwards. */
export function keepConnection(next: Connection | undefined): void {
  if (next) sessionStorage.setItem(STORED_AS, JSON.stringify(next))
  else sessionStorage.removeItem(STORED_AS)
}
