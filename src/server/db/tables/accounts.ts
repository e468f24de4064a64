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
  /** The organization that it is valid for. Null: made by a version in which each person had one organization. */
  organization_id: string | null
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
  /** The step of 30 s whose code was used last: neither it nor an earlier one counts again. */
  last_step: number
  /** A secret that counts once a code of it has been confirmed. */
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
  /** Null until the mail is written, and once it was used or replaced: an unused row still counts against the throttle. */
  token_hash: string | null
  /** The new address. */
  email: string | null
  /** Whether its use also turns two-factor off. */
  ends_two_factor: Flag
  created_at: Milliseconds
  expires_at: Milliseconds
}

/** People who sign in: their accounts, sessions and second factors. */
export interface AccountTables {
  users: Users
  sessions: Sessions
  session_tokens: SessionTokens
  sign_in_failures: SignInFailures
  two_factors: TwoFactors
  recovery_codes: RecoveryCodes
  account_tokens: AccountTokens
}
