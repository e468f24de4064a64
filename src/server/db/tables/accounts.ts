import type { Flag, Milliseconds } from './types.ts'

interface Users {
  id: string
  email: string
  name: string
  password_hash: string
  created_at: Milliseconds
}

interface Sessions {
  id: string
  user_id: string
  token_hash: string
  created_at: Milliseconds
  /** When the session ends; extended at most once a day while it is used. */
  expires_at: Milliseconds
  user_agent: string | null
}

interface SessionTokens {
  token_hash: string
  session_id: string
  expires_at: Milliseconds
  /** The organization that the token is valid for. */
  organization_id: string
}

interface SignInFailures {
  id: string
  throttle_key: string
  failed_at: Milliseconds
}

interface TwoFactors {
  user_id: string
  /** In base32. Null: two-factor is off. */
  secret: string | null
  /** The 30 s time step whose code was used last. Codes of this step and of earlier ones are refused. */
  last_step: number
  /** A new secret, which becomes `secret` once the person has entered a code made with it; null if there is none. */
  pending_secret: string | null
}

interface RecoveryCodes {
  id: string
  user_id: string
  code_hash: string
}

interface AccountTokens {
  id: string
  user_id: string
  purpose: 'password_reset' | 'email'
  /** Null until the link is made, and once it was used or ended; the row still counts towards the hourly limit. */
  token_hash: string | null
  /** For the purpose `email`: the new address. */
  email: string | null
  /** Whether the link also turns two-factor off when it is used. */
  ends_two_factor: Flag
  created_at: Milliseconds
  expires_at: Milliseconds
}

export interface AccountTables {
  users: Users
  sessions: Sessions
  session_tokens: SessionTokens
  sign_in_failures: SignInFailures
  two_factors: TwoFactors
  recovery_codes: RecoveryCodes
  account_tokens: AccountTokens
}
