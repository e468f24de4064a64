const RENEW_BEFORE_MS = 60_000 // a token that ends sooner than this is not used any more

export interface BearerToken {
  token: string
  expires_at: string
}

let current: BearerToken | undefined
let issuing: Promise<BearerToken> | undefined

/** The bearer for /v1, in memory only. Calls made at the same time share one request for it. */
export async function bearerToken(issue: () => Promise<BearerToken>): Promise<string> {
  if (current && Date.parse(current.expires_at) - Date.now() > RENEW_BEFORE_MS) return current.token
  issuing ??= issue().finally(() => {
    issuing = undefined
  })
  current = await issuing
  return current.token
}

/** Drops a token that the server refused, unless another call has already replaced it; without one, whatever is current. */
export function forgetToken(refused?: string): void {
  if (refused === undefined || current?.token === refused) current = undefined
}
