import { createHmac } from 'node:crypto'
import { normalAddress } from '../../adapters/mail/read/addresses.ts'
import type { MailFacts } from '../../adapters/mail/read/mail-facts.ts'
import { authenticationOf } from '../../adapters/mail/rules/authentication.ts'
import { recipientsOf, type Surroundings } from '../../adapters/mail/rules/kinds.ts'
import { isOurMail } from '../../adapters/mail/rules/signed-ids.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { aliasesOf, idKeys, selectMailboxes } from '../mailboxes/index.ts'
import { countFrom, countInConversation, countOfMailbox, countToAddress, isMemberAddress } from './queries.ts'
import type { Arrival } from './receive-mail.ts'

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
