const RENEW_BEFORE_MS = 60_000 // a token that ends sooner than this is not used any more

export interface BearerToken {
  token: string
  expires_at: string
}

let held: BearerToken | undefined
let issuing: Promise<BearerToken> | undefined

/** The bearer for /v1, in memory only. Calls made at the same time share one request for it. */
export async function bearerToken(issue: () => Promise<BearerToken>): Promise<string> {
  if (held && Date.parse(held.expires_at) - Date.now() > RENEW_BEFORE_MS) return held.token
  issuing ??= issue().finally(() => {
    issuing = undefined
  })
  held = await issuing
  return held.token
}

/** Drops a token that the server refused, unless another call has already replaced it; without one, whatever is held. */
export function forgetToken(refused?: string): void {
  if (refused === undefined || held?.token === refused) held = undefined
}
