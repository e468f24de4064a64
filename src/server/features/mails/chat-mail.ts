import { namesOfFiles } from '#contract/names-of-files.ts'
import { chatWords, subjectOfChat } from '../../adapters/mail/compose/chat-words.ts'
import type { Written } from '../../adapters/mail/compose/markdown-of-mail.ts'
import type { Dependencies, EventListener } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Db, Tx } from '../../db/tables.ts'
import { chatLanguage, selectAgent } from '../agents/index.ts'
import { filesByMessage } from '../attachments/index.ts'
import { chatLink, shortName } from '../widget/index.ts'
import { isGone, isWanted } from './continuity.ts'
import { selectChat, selectPeoplesWords, selectPosition } from './continuity-queries.ts'
import { continueByMailJob } from './jobs.ts'
import { type LeftChat, readLeaving } from './leaving.ts'
import { putThread, selectThread } from './queries.ts'
import { queueOutgoing } from './queue-outgoing.ts'
import { selectLastMail } from './send-queries.ts'
import { tellMessage } from './tell-message.ts'

/** Looks two minutes after what a person writes on a website whether its visitor is still there to read it. */
export const continuityListener: EventListener = async (deps, tx, { event, written }) => {
  if (event.type !== 'message.created' || written?.origin !== 'widget' || written.role !== 'human') return
  const agent = await selectAgent(tx, event.agent_id)
  if (!agent || agent.continuity_mailbox_id === null) return
  await deps.jobs.send(tx, continueByMailJob, { conversationId: event.conversation_id }, { delaySeconds: 120 })
}

/** Queues one mail of all that the visitor has not read. Its answers belong to the conversation. */
export async function queueChatMail(
  deps: Dependencies,
  tx: Tx,
  conversation: Row<'conversations'>,
  { chat, mailbox, address, words }: LeftChat,
): Promise<void> {
  const [first, last] = [words[0]!, words.at(-1)!]
  const to = [{ address, name: conversation.chat_user_name ?? '' }]
  const before = await selectThread(tx, conversation.id)
  const subject = before?.subject ?? subjectOfChat(chatLanguage(chat, chat), chat.agent_name)
  await putThread(tx, {
    ...{ conversation_id: conversation.id, mailbox_id: mailbox.id, subject, reply: JSON.stringify({ to, cc: [] }) },
    participants: JSON.stringify([...new Set([...JSON.parse(before?.participants ?? '[]'), address])]),
  })
  await queueOutgoing(deps, tx, {
    ...{ organizationId: conversation.organization_id, conversationId: conversation.id, mailbox, subject },
    ...{ messageId: last.id, firstPosition: first.position, recipients: { to, cc: [], bcc: [] } },
    ...{ isAi: false, quote: null, answers: await selectLastMail(tx, conversation.id) },
  })
  await tellMessage(deps, tx, conversation, { message_id: last.id })
}

/**
 * Whether a mail to a visitor who left a website is still to be sent, asked under the conversation's lock: not if they
 * have read it elsewhere or are back, the conversation went back to the AI or was closed, or the address is another one.
 */
export async function isChatMailWanted(
  deps: Dependencies,
  tx: Tx,
  mail: Row<'mails'>,
  conversation: Row<'conversations'>,
): Promise<boolean> {
  const within = { from: mail.first_position!, to: await selectPosition(tx, mail.message_id!) }
  const left = await readLeaving(deps, tx, conversation, within)
  if (!left || left.mailbox.id !== mail.mailbox_id) return false
  const { to }: { to: { address: string }[] } = JSON.parse(mail.addresses!)
  return to[0]?.address === left.address && isWanted(left) && isGone(left.seenAt, deps.now())
}

/** What a mail to a visitor who left a website says, and in which language. */
export async function writeChatMail(
  deps: Pick<Dependencies, 'config' | 'secrets' | 'now'>,
  db: Db,
  mail: Row<'mails'>,
): Promise<{ content: Written[]; locale: string } | undefined> {
  const chat = await selectChat(db, mail.conversation_id!)
  if (!chat) return undefined
  const words = await selectPeoplesWords(db, chat.id, mail.first_position!, await selectPosition(db, mail.message_id!))
  const nameOf = ({ author_type, user_name }: (typeof words)[number]) =>
    author_type === 'member' && user_name !== null ? shortName(user_name).name : chat.agent_name
  const files = await filesByMessage(
    db,
    words.map(({ id }) => id),
  )
  const said = words.map((word) => ({ name: nameOf(word), content: wordsAndFiles(word.content, files.get(word.id)) }))
  const locale = chatLanguage(chat, chat)
  return { content: chatWords(locale, said, chatLink(deps, chat)), locale }
}

const wordsAndFiles = (content: string, files: readonly { name: string }[] = []): string =>
  files.length === 0 || content === namesOfFiles(files) ? content : `${content}\n\n${namesOfFiles(files)}`
