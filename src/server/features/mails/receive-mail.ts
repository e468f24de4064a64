import { createHmac } from 'node:crypto'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { changeMailbox, lockMailbox, tellMailbox } from '../mailboxes/index.ts'
import { insertUpload, takeUpload } from '../sources/index.ts'
import { readMailJob } from './jobs.ts'
import { claimKey, insertMail } from './queries.ts'

/** Who a mail server says that a mail is for and from, apart from what the mail says itself; null where it says nothing. */
export interface Envelope {
  recipient: string | null
  /** Empty for reports, which nobody may answer. */
  sender: string | null
}

/** What is known of how a mail came, beside its envelope. */
export interface Arrival extends Envelope {
  /** Whether it lay on its server before the mailbox was connected, so that nobody waits for an answer. */
  isOld?: boolean
  /** Whether it is larger than what is taken, and its headers came alone. */
  isTooLarge?: boolean
}

const RETRY_AFTER_SECONDS = 60

/** Headers that every delivery adds or changes, so that a mail that is sent again differs in them. */
const OF_THE_WAY =
  /^(received|return-path|delivered-to|x-original-to|envelope-to|authentication-results|received-spf|dkim-signature|arc-[\w-]+|x-received|x-google-[\w-]+|x-forwarded-[\w-]+|x-spam-[\w-]+)\s*:/i

/**
 * Stores a raw mail, from where on it can't be lost, and queues its reading.
 * @param within what else is stored in the same transaction, even if the mailbox has had the mail before
 * @returns the mail's id; that of the first one if the mailbox has had it before
 * @throws AppError 503 `service_unavailable` if its file can't be stored, and nothing is
 */
export async function receiveMail(
  deps: Dependencies,
  mailbox: Row<'mailboxes'>,
  bytes: Uint8Array,
  arrival: Arrival,
  within: (tx: Tx) => Promise<void> = async () => {},
): Promise<{ id: string }> {
  const { storage, database, secrets, log, now } = deps
  const raw = newId()
  const kept = withoutItsWay(bytes)
  const keys = secrets
    .derivedKeys('mails that came before')
    .map((secret) => `raw ${createHmac('sha256', secret).update(mailbox.id).update(kept).digest('hex')}`)
  await database.transaction((tx) => insertUpload(tx, raw, now()))
  await storage.save(raw, bytes).catch((error: unknown) => {
    log.error({ err: error, mailbox_id: mailbox.id }, 'a mail could not be stored')
    throw notStored()
  })
  return database.transaction(async (tx) => {
    // Mails are read in the order of their ids, so each is numbered while no other comes in.
    const current = await lockMailbox(tx, mailbox.id)
    await within(tx)
    const id = newId()
    const known = await claimKey(tx, { mailbox_id: mailbox.id, keys, mail_id: id, created_at: now() })
    if (known !== undefined) return { id: known } // the file just saved is swept up as one that nobody claimed
    // Where storing took so long that the file counted as left behind, it has been removed meanwhile.
    if (!(await takeUpload(tx, raw))) throw notStored()
    await insertMail(tx, {
      ...NOT_READ,
      ...{ id, organization_id: mailbox.organization_id, mailbox_id: mailbox.id, raw_key: raw, created_at: now() },
      envelope: JSON.stringify(arrival),
    })
    const isVerified = current?.status === 'unverified'
    await changeMailbox(tx, mailbox.id, { received_at: now(), ...(isVerified && { status: 'connected' }) })
    if (isVerified) await tellMailbox(deps, tx, mailbox)
    await deps.jobs.send(tx, readMailJob, { mailId: id, mailboxId: mailbox.id })
    return { id }
  })
}

const notStored = () =>
  new AppError('service_unavailable', {
    message: 'The mail could not be stored. Send it again later.',
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  })

const NOT_READ = {
  direction: 'in',
  ...{ conversation_id: null, message_id: null, kind: null, not_answered: null, internet_id: null, server_id: null },
  ...{
    thread_root: null,
    reference_ids: null,
    sender: null,
    addresses: null,
    subject: null,
    whole_text: null,
    words_key: null,
  },
  has_html: 0,
  is_cut: 0,
  is_ai: 0,
  ...{ authentication: null, next_attempt_at: null, done_at: null },
} as const

/** A mail without the headers that tell of its way. */
function withoutItsWay(bytes: Uint8Array): Buffer {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = whole.toString('latin1')
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length
  const lines = text.slice(0, end).split(/\r?\n(?![ \t])/)
  const kept = lines.filter((line) => !OF_THE_WAY.test(line))
  return Buffer.concat([Buffer.from(kept.join('\n'), 'latin1'), whole.subarray(end)])
}
