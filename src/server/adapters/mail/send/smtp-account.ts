import type { MailboxErrorCode } from '#contract/mail-enums.ts'

/** A mail server that sends for somebody, and who they are there. */
export interface SmtpAccount {
  host: string
  port: number
  /**
   * `tls`: encrypted from the first byte; `starttls`: upgraded before the login, or not used at all; `none`: in clear, and
   * no password then but over loopback; `if_offered`: upgraded where the server offers it, and always before a password.
   */
  security: 'tls' | 'starttls' | 'none' | 'if_offered'
  /** Empty where the server wants no login. */
  user: string
  password: string
  /** What the user's provider has given in place of a password (XOAUTH2). */
  accessToken?: string
  /** Whether the operator named this server, so that it may be in a private network. People's are checked. */
  isOperators?: boolean
}

/** Why an account can't send: each comes with a sentence that says what to do. */
export type SmtpProblemCode = Exclude<
  MailboxErrorCode,
  'oauth_revoked' | 'folder_not_found' | 'secret_unreadable' | 'agent_deleted'
>

export interface SmtpProblem {
  code: SmtpProblemCode
  /** Whole sentences for whoever set the account up: what is wrong, what to do, and what the server said. */
  message: string
}

/** What became of a mail for one recipient. `refused`: for good; `later`: another attempt may succeed. */
export interface RecipientResult {
  address: string
  status: 'accepted' | 'refused' | 'later'
  /** What the server answered, such as `5.1.1` or `550`; null without an answer or when it accepted. */
  code: string | null
  /** The server's words or ours, for people to read; null when it accepted. */
  message: string | null
}

export interface SendResult {
  /** One for each recipient of the envelope, in its order. */
  recipients: RecipientResult[]
  /** The Message-ID that the server gave the mail in place of ours, without angle brackets; null if it named none. */
  serverId: string | null
  /** What is wrong with the account rather than with this mail. Until it is mended no mail will leave. */
  problem: SmtpProblem | null
  /** Whether the server asked for fewer mails (`421`, `4.7.x`), or turned a login away for the moment. */
  isTooFast: boolean
}
