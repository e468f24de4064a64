/* The words of mail that database, server and clients share, without zod. */

/**
 * What the AI does with a person's mail. `answers`: mails an answer; `drafts`: writes one for people, who have the
 * conversation, to send, change or dismiss; `silent`: leaves it to people.
 */
export const mailAiModes = ['answers', 'drafts', 'silent'] as const
/** `tls`: encrypted from the first byte; `starttls`: from the login on; `none`: in clear, on this machine alone. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
/** `unverified`: no mail has come yet, which is received all the same; `failing`: see the mailbox's `error`. */
export const mailboxStatuses = ['connecting', 'connected', 'failing', 'paused', 'unverified'] as const
/** Why a mailbox can't send or receive; each comes with a sentence that says what to do. */
export const mailboxErrors = [
  ...(['host_not_found', 'address_forbidden', 'connection_refused', 'timed_out', 'protocol_mismatch'] as const),
  ...(['no_tls', 'certificate_invalid', 'login_failed', 'oauth_revoked', 'folder_not_found'] as const),
  ...(['sender_refused', 'quota_exceeded', 'secret_unreadable', 'agent_deleted'] as const),
] as const
/** How far a mail is by which a mailbox proves that mail arrives; `refused` says why. */
export const mailProofStatuses = ['sending', 'sent', 'refused', 'arrived'] as const
/** What is put below an answer: the mail that is answered, or nothing. */
export const mailQuotes = ['last', 'none'] as const
/** What sort of sender a mail has: only a person's mail opens a conversation that waits for an answer. */
export const mailKinds = ['person', 'auto', 'list', 'bounce', 'loop'] as const
/** Why the AI does not answer a mail, in the order in which they are asked. */
export const notAnsweredReasons = [
  ...(['own_address', 'loop', 'null_sender', 'report', 'auto_submitted', 'auto_suppressed', 'precedence'] as const),
  ...(['list', 'no_reply_sender', 'auto_subject', 'calendar', 'encrypted', 'not_addressed'] as const),
  ...(['second_mailbox', 'other_sender', 'member', 'dmarc_fail', 'old', 'repeated'] as const),
  ...(['too_many_in_conversation', 'too_many_to_address', 'flood', 'mailbox_breaker'] as const),
] as const
/**
 * How far a mail is on its way to a recipient. `failed`: given up, or refused by our own mail server; `bounced`: given
 * up by another; `withdrawn`: a person took over before the AI's mail left; `not_mailed`: there is no mailbox to send it.
 */
export const mailDeliveryStatuses = [
  ...(['queued', 'sending', 'sent', 'delayed', 'bounced', 'failed', 'withdrawn', 'not_mailed'] as const),
] as const

export type MailAiMode = (typeof mailAiModes)[number]
export type MailSecurity = (typeof mailSecurities)[number]
export type MailboxStatus = (typeof mailboxStatuses)[number]
export type MailboxErrorCode = (typeof mailboxErrors)[number]
export type MailProofStatus = (typeof mailProofStatuses)[number]
export type MailQuote = (typeof mailQuotes)[number]
export type MailKind = (typeof mailKinds)[number]
export type NotAnsweredReason = (typeof notAnsweredReasons)[number]
export type MailDeliveryStatus = (typeof mailDeliveryStatuses)[number]
/** Why a conversation's reply can't be mailed. */
export const whyNotMailed = ['mailbox_deleted', 'no_server', 'no_recipient'] as const

export type WhyNotMailed = (typeof whyNotMailed)[number]

/** What is wrong with a mailbox whose replies are taken all the same; those of `not_sending` wait. */
export const mailboxTroubles = ['not_sending', 'not_receiving', 'mailbox_paused'] as const

export type MailboxTrouble = (typeof mailboxTroubles)[number]
