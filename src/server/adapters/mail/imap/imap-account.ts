import type { MailboxErrorCode, MailSecurity } from '#contract/mail-enums.ts'

/** A server from which mail is fetched, and who fetches it there. */
export interface ImapAccount {
  host: string
  port: number
  /** `tls`: encrypted from the first byte; `starttls`: upgraded before the login; `none`: in clear, over loopback alone. */
  security: MailSecurity
  user: string
  password: string
  /** What the user's provider has given in place of a password (XOAUTH2 or OAUTHBEARER). */
  accessToken?: string
}

/** Why mail can't be fetched: each comes with a sentence that says what to do. */
export type ImapProblemCode = Exclude<
  MailboxErrorCode,
  'oauth_revoked' | 'sender_refused' | 'quota_exceeded' | 'secret_unreadable' | 'agent_deleted'
>

export interface ImapProblem {
  code: ImapProblemCode
  /** Whole sentences for whoever set the account up: what is wrong, what to do, and what the server said. */
  message: string
}

/** What keeps mail from being fetched. Another attempt may succeed. */
export class ImapFailure extends Error {
  readonly code: ImapProblemCode

  constructor({ code, message }: ImapProblem, cause?: unknown) {
    super(message, { cause })
    this.name = 'ImapFailure'
    this.code = code
  }
}

/** A mail as a folder lists it. */
export interface ListedMail {
  uid: number
  /** In bytes, as the server states it. */
  size: number
  /** When it came in there, in milliseconds; null if the server does not say. */
  at: number | null
}

/** An open folder of a mail server. Its functions throw ImapFailure, after which it is closed. */
export interface ImapFolder {
  /** While it stays the same, UIDs mean the same mails. */
  uidValidity: number
  /** The UID that the next mail will have. */
  uidNext: number
  /** Whether the server tells of new mail by itself. */
  tells: boolean
  /** The mails whose UID is greater than a given one, in its order. */
  listAfter(uid: number): Promise<ListedMail[]>
  /** The UIDs up to `last` of mails that came in on the day of `since` (milliseconds) or later, in ascending order. */
  searchSince(last: number, since: number): Promise<number[]>
  /** The mails with these UIDs, as far as they still exist. */
  list(uids: readonly number[]): Promise<ListedMail[]>
  /** A mail's bytes without marking it as read; null if the server gives none. */
  read(uid: number): Promise<Uint8Array | null>
  /** A mail's headers as they stand in it; null if the server gives none. */
  readHeaders(uid: number): Promise<Uint8Array | null>
  markSeen(uid: number): Promise<void>
  /** Waits until the server tells of something, or for some milliseconds. */
  wait(ms: number): Promise<void>
  close(): void
}

export interface ImapAccounts {
  /**
   * Puts a mail in the folder of sent mail, marked as read.
   * @returns whether there is such a folder
   * @throws ImapFailure; the signal's reason
   */
  saveSent(account: ImapAccount, mail: Uint8Array, signal: AbortSignal): Promise<boolean>
  /** Opens a folder. The connection ends with `signal`. @throws ImapFailure; the signal's reason */
  open(account: ImapAccount, options: { folder: string; readOnly: boolean; signal: AbortSignal }): Promise<ImapFolder>
  /**
   * Connects, logs in and opens a folder, in 20 s at most.
   * @returns what is wrong, null if nothing is; and the folders that there are, none if the login failed
   */
  test(account: ImapAccount, folder: string): Promise<{ problem: ImapProblem | null; folders: string[] }>
}
