import type { Scope } from '#contract/scopes.ts'

const STORED_AS = 'baton.connection'

/** Another server that this tab works with, through that server's public API and a key. */
export interface Connection {
  /** Without `/v1` and without a slash at the end. */
  baseUrl: string
  key: string
  organizationId: string
  /** What the key may do. */
  scopes: Scope[]
}

/** Undefined where the tab works with the server it came from. It changes only with a reload. */
export const connection = read()

function read(): Connection | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Stores the connection for as long as the tab lasts; undefined ends it. The page must be reloaded afterwards. */
export function keepConnection(next: Connection | undefined): void {
  if (next) sessionStorage.setItem(STORED_AS, JSON.stringify(next))
  else sessionStorage.removeItem(STORED_AS)
}
