const RENEW_BEFORE_MS = 60_000 // milliseconds before its expiry at which a token is replaced

interface BearerToken {
  token: string
  expires_at: string
}

let current: BearerToken | undefined
let issuing: Promise<BearerToken> | undefined

/** Returns the bearer token for /v1, which is kept in memory only. Simultaneous calls share one request for it. */
export async function bearerToken(issue: () => Promise<BearerToken>): Promise<string> {
  if (current && Date.parse(current.expires_at) - Date.now() > RENEW_BEFORE_MS) return current.token
  issuing ??= issue().finally(() => {
    issuing = undefined
  })
  current = await issuing
  return current.token
}

/** Drops the refused token, unless it has been replaced already; without an argument, the current one. */
export function forgetToken(refused?: string): void {
  if (refused === undefined || current?.token === refused) current = undefined
}
