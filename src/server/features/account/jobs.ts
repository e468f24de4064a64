import { type JobDefinition, overAnHour } from '../../platform/platform.ts'

/** Has a reset link mailed if the account exists; a job, so that the answer does not show whether it does. */
export const requestResetJob: JobDefinition<{
  /** The address as somebody typed it. There may be no account with it. */
  email: string
}> = {
  name: 'account.request-reset',
  attempts: 5,
  retryDelaySeconds: [1, 10, 60],
  concurrency: 2,
  timeoutSeconds: 30,
}

export type AccountMailPayload =
  /** The link of an `account_tokens` row, whose token is made when the mail is written. */
  | { kind: 'link'; tokenId: string }
  /** Tells the account's old address that it has been replaced. */
  | { kind: 'email_changed'; userId: string; to: string }

/** Sends a mail about an account. */
export const accountMailJob: JobDefinition<AccountMailPayload> = {
  name: 'account.mail',
  ...overAnHour,
  concurrency: 4,
  timeoutSeconds: 120,
}
