import { createHmac } from 'node:crypto'
import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { MailFacts } from '../../adapters/mail/read/mail-facts.ts'
import { authenticationOf } from '../../adapters/mail/rules/authentication.ts'
import { recipientsOf, type Surroundings } from '../../adapters/mail/rules/kinds.ts'
import { isOurMail } from '../../adapters/mail/rules/signed-ids.ts'
import type { Dependencies } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import { aliasesOf, changeMailbox, idKeys, lockMailbox, selectMailboxes, tellMailbox } from '../mailboxes/index.ts'
import { insertUpload, takeUpload } from '../sources/index.ts'
import { readMailJob } from './jobs.ts'
import {
  claimKey,
  countFrom,
  countInConversation,
  countOfMailbox,
  countToAddress,
  insertMail,
  isMemberAddress,
} from './queries.ts'

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
  const [secret] = secrets.derivedKeys('mails that came before')
  const key = createHmac('sha256', secret).update(mailbox.id).update(withoutItsWay(bytes)).digest('hex')
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
    const known = await claimKey(tx, { mailbox_id: mailbox.id, key: `raw ${key}`, mail_id: id, created_at: now() })
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

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Everything beside a mail itself that says what becomes of it, but for the conversation that it belongs to. */
export interface Place {
  mailbox: Row<'mailboxes'>
  /** The organization's mailboxes. */
  all: Row<'mailboxes'>[]
  envelope: Arrival
  /** The sender's address; empty if nothing names one. */
  sender: string
  /** All addresses of the organization's mailboxes, and the one from which this installation writes. */
  own: string[]
  /** An HMAC of what was written, by which the same words are counted. */
  wordsKey: string
}

export async function placeOf(
  deps: Dependencies,
  tx: Tx,
  mail: Row<'mails'>,
  mailbox: Row<'mailboxes'>,
  facts: MailFacts,
): Promise<Place> {
  const envelope: Arrival = JSON.parse(mail.envelope ?? '{"recipient":null,"sender":null}')
  const all = await selectMailboxes(tx, mail.organization_id)
  const [secret] = deps.secrets.derivedKeys('words of mails')
  return {
    all,
    mailbox,
    envelope,
    sender: facts.from?.address ?? normalAddress(envelope.sender ?? ''),
    own: ownOf(deps, [mailbox, ...all]),
    wordsKey: createHmac('sha256', secret)
      .update(JSON.stringify([mail.organization_id, facts.words.shown]))
      .digest('hex'),
  }
}

const ownOf = ({ config }: Pick<Dependencies, 'config'>, mailboxes: Row<'mailboxes'>[]): string[] => [
  ...new Set([...mailboxes.flatMap(addressesOf), ...(config.mail ? [normalAddress(config.mail.from.address)] : [])]),
]

/** The addresses of an organization's mailboxes, and the one from which this installation writes. */
export const ownAddresses = async (deps: Dependencies, tx: Tx, organizationId: string): Promise<string[]> =>
  ownOf(deps, await selectMailboxes(tx, organizationId))

const addressesOf = (mailbox: Row<'mailboxes'>): string[] => [mailbox.address, ...aliasesOf(mailbox)]

/** What the rules for answering ask of a mail's surroundings; the counts are exact under the lock of the organization's mails. */
export async function surroundingsOf(
  deps: Dependencies,
  tx: Tx,
  facts: MailFacts,
  place: Place,
  conversation: { id: string | null; isOtherSender: boolean },
): Promise<Surroundings> {
  const { mailbox, envelope, sender, own, wordsKey } = place
  const now = deps.now()
  const organization = mailbox.organization_id
  return {
    mailbox: addressesOf(mailbox),
    own,
    isOurs: isOurMail(facts, idKeys(deps)),
    envelope,
    isSecond: isSecond(facts, place),
    isOtherSender: conversation.isOtherSender,
    isMember: await isMemberAddress(tx, organization, sender),
    dmarc: authenticationOf(facts, mailbox.authserv_id).dmarc,
    isSilenced: (mailbox.ai_silent_until ?? 0) > now,
    isOld: envelope.isOld ?? false,
    counts: {
      sameWords: await countFrom(tx, organization, sender, now - DAY_MS, wordsKey),
      aiInConversation: conversation.id === null ? 0 : await countInConversation(tx, conversation.id),
      aiToAddress: await countToAddress(tx, organization, sender, now - DAY_MS),
      fromAddress: await countFrom(tx, organization, sender, now - HOUR_MS),
      aiOfMailbox: await countOfMailbox(tx, mailbox.id, now - HOUR_MS),
    },
  }
}

/** Whether a mail was sent to another mailbox of the organization before this one, which answers it. */
function isSecond(facts: MailFacts, { mailbox, all }: Place): boolean {
  const first = recipientsOf(facts, null).find((address) => all.some((each) => addressesOf(each).includes(address)))
  return first !== undefined && !addressesOf(mailbox).includes(first)
}
