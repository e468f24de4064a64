import type { ResponseMode } from '#contract/enums.ts'
import { limits } from '#contract/limits.ts'
import type { MailKind, NotAnsweredReason } from '#contract/mail-enums.ts'
import type { Address, MailFacts } from '../../adapters/mail/read/mail-facts.ts'
import { headerOf } from '../../adapters/mail/read/mail-facts.ts'
import { authenticationOf } from '../../adapters/mail/rules/authentication.ts'
import { dedupeKey } from '../../adapters/mail/rules/dedupe.ts'
import { isOfMachine, kindOf, notAnswered, withoutPlus } from '../../adapters/mail/rules/kinds.ts'
import { type Threading, threadRoot } from '../../adapters/mail/rules/threading.ts'
import { contentOf } from '../../adapters/mail/words/words-of-mail.ts'
import type { Dependencies } from '../../context.ts'
import { lockName } from '../../db/lock.ts'
import type { Row, RowChanges } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { selectAgent } from '../agents/index.ts'
import { attachFiles, type StoredFile } from '../attachments/index.ts'
import { lockAnyConversation, mailArrives, noteLink, openMailConversation } from '../conversations/index.ts'
import { canSend, lockMailbox } from '../mailboxes/index.ts'
import { planOf } from '../organizations/index.ts'
import { keepMailLine } from '../search-index/index.ts'
import { insertUpload, storableText } from '../sources/index.ts'
import { findThread } from './find-thread.ts'
import { noteBounce } from './note-bounce.ts'
import { noteProof } from './note-proof.ts'
import {
  changeMail,
  claimKey,
  linkConversations,
  putThread,
  removeMail,
  selectMail,
  selectThread,
  selectTwin,
  selectUnreadBefore,
} from './queries.ts'
import { silenceMailbox } from './silence-mailbox.ts'
import { type Place, placeOf, surroundingsOf } from './surroundings.ts'

/** Most ids of earlier mails that are kept of one. */
const MOST_REFERENCES = 10
/** Most addresses that are kept of one mail. */
const MOST_ADDRESSES = 200

/**
 * Stores what was read of a mail in one transaction: its message, where it belongs, and the request for an answer.
 * Does nothing if that was done already.
 * @param files the mail's files, which are stored already; those that no message shows are removed later
 * @returns the id of a mail that came in the mailbox before and has not been read; nothing is stored then
 * @throws AppError 422 `subscription_limit_exceeded` if no credit is left; try again with `isOutOfCredits`
 */
export function storeMail(
  deps: Dependencies,
  mailId: string,
  facts: MailFacts,
  { files, isOutOfCredits }: { files: readonly StoredFile[]; isOutOfCredits: boolean },
): Promise<string | undefined> {
  return deps.database.transaction(async (tx) => {
    const found = await selectMail(tx, mailId)
    const mailbox = found && (await lockMailbox(tx, found.mailbox_id))
    if (!mailbox) return undefined
    // What came before its mailbox lost its agent waits until that has another.
    if (mailbox.deleted_at === null && !(await selectAgent(tx, mailbox.agent_id))) return undefined
    await lockName(tx, `mails of ${mailbox.organization_id}`) // so that the brakes count exactly
    const mail = await selectMail(tx, mailId) // again, as another process may have read it before the lock
    if (mail?.done_at !== null) return undefined
    const earlier = await selectUnreadBefore(tx, mailbox.id, mailId)
    if (earlier) return earlier.id
    const secrets = deps.secrets.derivedKeys('mails that came before')
    const keys = secrets.map((secret) => dedupeKey(facts, mailbox.id, secret))
    if (await claimKey(tx, { mailbox_id: mailbox.id, keys, mail_id: mailId, created_at: deps.now() })) {
      await forget(tx, mail)
      return undefined
    }
    await storeOnce(deps, tx, mail, mailbox, { facts, files, isOutOfCredits })
    return undefined
  })
}

/** Forgets a mail that the mailbox has had before. Its file is swept up as one that nobody claimed. */
async function forget(tx: Tx, mail: Row<'mails'>): Promise<void> {
  if (mail.raw_key !== null) await insertUpload(tx, mail.raw_key, 0)
  await removeMail(tx, mail.id)
}

async function storeOnce(
  deps: Dependencies,
  tx: Tx,
  mail: Row<'mails'>,
  mailbox: Row<'mailboxes'>,
  { facts, files, isOutOfCredits }: { facts: MailFacts; files: readonly StoredFile[]; isOutOfCredits: boolean },
): Promise<void> {
  const place = await placeOf(deps, tx, mail, mailbox, facts)
  const threading = await findThread(deps, tx, facts, place)
  const around = await surroundingsOf(deps, tx, facts, place, {
    id: threading.continues,
    isOtherSender: threading.continues === null && threading.linked?.reason === 'other_sender',
  })
  const kind = kindOf(facts, around)
  const reason = notAnswered(facts, around)
  // A chat on a website stays with its own agent, whichever mailbox writes to its visitor.
  const found = threading.continues === null ? undefined : await lockAnyConversation(tx, threading.continues)
  const continued = found?.deleted_at === null ? found : undefined // it may have been deleted since it was found
  const agent = await selectAgent(tx, continued?.agent_id ?? mailbox.agent_id)
  const known = factsOf(place, facts, kind, reason)
  const shown = agent && kind !== 'bounce' && kind !== 'loop' ? await show() : {}
  await changeMail(tx, mail.id, { ...known, ...shown, done_at: deps.now() })
  if (shown.conversation_id) await keepMailLine(tx, (await lockAnyConversation(tx, shown.conversation_id))!)
  if (reason === 'mailbox_breaker' && !around.isSilenced) await silenceMailbox(deps, tx, mailbox)
  if (kind === 'bounce') await noteBounce(deps, tx, mail, facts)
  if (kind === 'loop') await noteProof(deps, tx, mailbox, facts)

  async function show(): Promise<RowChanges<'mails'>> {
    const twin = facts.messageId === null ? undefined : await selectTwin(tx, mail, facts.messageId, place)
    if (twin?.agent_id === mailbox.agent_id)
      return { conversation_id: twin.conversation_id, message_id: twin.message_id }
    const answering = { ...agent!, plan: await planOf(tx, mail.organization_id) }
    const isOld = place.envelope.isOld ?? false
    const isQuiet = isOfMachine(kind) || isOld
    const before = continued && (await selectThread(tx, continued.id))
    // To a chat on a website, mails bring people's words alone, so that people answer there.
    const isMute =
      !canSend(deps, mailbox) || place.sender === '' || continued?.origin === 'widget' || place.envelope.isTooLarge
    const forPeople = isOutOfCredits
      ? 'no_credits'
      : isMute || !mayAnswer(mailbox, answering, reason)
        ? 'people_only'
        : null
    const mode: ResponseMode = isQuiet || forPeople !== null ? 'human' : 'ai'
    const sender = { address: place.sender || `mail-${mail.id}`, name: facts.from?.name ?? '' }
    const conversation = continued ?? (await openMailConversation(deps, tx, answering, sender, mode))
    await putThread(tx, threadOf(conversation, mailbox, facts, place, before, isQuiet))
    const { content, isCut } = contentOf(facts, before?.subject)
    const isDrafted = mailbox.ai === 'drafts' && !isMute && !isQuiet && !agent!.is_disabled && reason === null
    const message = await mailArrives(deps, tx, conversation, {
      ...{ agent: answering, content, isQuiet, forPeople, isDrafted },
      closes: isOld && !continued,
    })
    const owner = { organization_id: mail.organization_id, conversation_id: conversation.id, message_id: message.id }
    await attachFiles(tx, { ...owner, mail_id: mail.id, created_at: deps.now() }, files)
    if (threading.continues === null && threading.linked) await link(conversation.id, threading.linked)
    const isAsked = !isQuiet && forPeople === null && conversation.response_mode === 'ai'
    return {
      ...{ conversation_id: conversation.id, message_id: message.id },
      ...(isCut && { is_cut: 1, whole_text: storableText(facts.words.whole) }),
      is_ai: isAsked ? 1 : 0,
    }
  }

  async function link(id: string, { id: other, reason }: NonNullable<(Threading & { continues: null })['linked']>) {
    await linkConversations(tx, id, other, reason)
    const [one, two] = [await lockAnyConversation(tx, id), await lockAnyConversation(tx, other)]
    if (one && two?.deleted_at === null) await noteLink(deps, tx, one, two)
  }
}

/** Whether the AI answers a mail, or people do. */
const mayAnswer = (mailbox: Row<'mailboxes'>, agent: Row<'agents'>, reason: NotAnsweredReason | null): boolean =>
  mailbox.ai === 'answers' && !agent.is_disabled && !agent.only_human && reason === null

function factsOf(
  { mailbox, sender, wordsKey }: Place,
  facts: MailFacts,
  kind: MailKind,
  reason: NotAnsweredReason | null,
): RowChanges<'mails'> {
  const { from, replyTo: reply_to, to, cc } = facts
  const first = (list: Address[]) => list.slice(0, MOST_ADDRESSES)
  return {
    ...{ kind, not_answered: reason, internet_id: facts.messageId, subject: storableText(facts.subject), sender },
    reference_ids: JSON.stringify(
      (facts.references.length > 0 ? facts.references : facts.inReplyTo).slice(-MOST_REFERENCES),
    ),
    thread_root: threadRoot(headerOf(facts, 'thread-index')[0]),
    addresses: JSON.stringify({ from, reply_to: first(reply_to), to: first(to), cc: first(cc), bcc: [] }),
    whole_text: facts.words.hides ? storableText(facts.words.whole) : null,
    words_key: wordsKey,
    has_html: facts.html === null ? 0 : 1,
    authentication: JSON.stringify(authenticationOf(facts, mailbox.authserv_id)),
  }
}

/** What is known of a conversation by mail after one more: its subject is the first mail's, an answer goes to the last. */
function threadOf(
  { id }: Row<'conversations'>,
  mailbox: Row<'mailboxes'>,
  facts: MailFacts,
  { own, sender }: Place,
  before: Row<'mail_threads'> | undefined,
  isQuiet: boolean,
): Row<'mail_threads'> {
  if (before && isQuiet) return before
  const isOthers = ({ address }: Address) => !own.includes(address) && !own.includes(withoutPlus(address))
  const to = (facts.replyTo.length > 0 ? facts.replyTo : facts.from ? [facts.from] : []).filter(isOthers)
  const cc = [...facts.to, ...facts.cc].filter(
    (one) => isOthers(one) && !to.some(({ address }) => address === one.address),
  )
  const unique = [...new Map(cc.map((one) => [one.address, one])).values()].slice(0, MOST_ADDRESSES)
  const first = to.slice(0, limits.mailRecipients)
  const participants = [...(before ? JSON.parse(before.participants) : []), sender, ...unique.map((one) => one.address)]
  return {
    conversation_id: id,
    mailbox_id: mailbox.id,
    subject: before?.subject ?? storableText(facts.subject),
    reply: JSON.stringify({ to: first, cc: unique.slice(0, limits.mailRecipients - first.length) }),
    participants: JSON.stringify([...new Set(participants)].slice(-MOST_ADDRESSES)),
  }
}
