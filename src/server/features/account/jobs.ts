import type { JobDefinition } from '../../platform/platform.ts'

export interface RequestResetPayload {
  /** The address as somebody typed it. There may be no such account. */
  email: string
}

/** Finds out whether there is such an account, out of sight of whoever asks. */
export const requestResetJob: JobDefinition<RequestResetPayload> = {
  name: 'account.request-reset',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 2,
  timeoutSeconds: 30,
}

export type AccountMailPayload =
  /** The link of an `account_tokens` row, whose token is made as the mail is written. */
  | { kind: 'link'; tokenId: string }
  /** Tells the account's old address that it has been replaced. */
  | { kind: 'email_changed'; userId: string; to: string }

/** Sends a mail about an account. A mail server that is away for an hour is waited for. */
export const accountMailJob: JobDefinition<AccountMailPayload> = {
  name: 'account.mail',
  attempts: 6,
  retryDelaySeconds: [5, 30, 120, 600, 3_600],
  concurrency: 4,
  timeoutSeconds: 120,
}
