import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { memo, useState, useSyncExternalStore } from 'react'
import type { MessageAction } from '#contract/actions.ts'
import { namesOfFiles } from '#contract/names-of-files.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { ActionCard } from '#dashboard/components/conversation/action-card.tsx'
import { BatonMarker, DayDivider } from '#dashboard/components/conversation/markers.tsx'
import { MessageBubble } from '#dashboard/components/conversation/message-bubble.tsx'
import { MessageTrace } from '#dashboard/components/conversation/message-trace.tsx'
import { TeachReply } from '#dashboard/components/conversation/teach-answer.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import type { Outgoing } from '../reply/outbox.ts'
import { EventLine } from './event-line.tsx'
import { isOwn, replaceMessage, type ThreadMessage } from './messages.ts'
import { type ConversationIds, changeThread } from './query.ts'
import type { EntryRow, ThreadRow } from './rows.ts'
import { type Rating, RatingLine } from './visitor-lines.tsx'

interface ThreadItemProps extends ConversationIds {
  row: ThreadRow
  visitor: string
  /** Whether it was created through the API, so that its actions are filled in here and not by the visitor. */
  isPublic: boolean
  rating: Rating | undefined
  /** Of the conversation, if it is one by mail. */
  subject: string | null
}

/** One message of the thread with any dividers above and its details below. */
export const ThreadItem = memo(function ThreadItem(props: ThreadItemProps) {
  const { row, visitor, isPublic, rating, subject, agentId, conversationId } = props
  const { message, previous, startsDay, grouped, baton } = row
  const { role, action } = message
  const client = useQueryClient()
  const submit = api.submitActionResult.useMutation()
  const completeAction = async (pending: MessageAction, result: NonNullable<MessageAction['result']>) => {
    const params = { agent: agentId, conversation: conversationId, message: message.id }
    const { slug, agent_action_uuid } = pending
    await submit.mutateAsync({ params, body: { action: slug, agent_action_uuid, result } })
    const completed = { ...pending, status: 'completed' as const, result }
    const changed = { ...message, action: completed, action_required: false }
    changeThread(client, { agentId, conversationId }, (known) => replaceMessage(known, changed))
  }
  const mailAgain = async () => {
    const params = { agent: agentId, conversation: conversationId, message: message.id }
    const delivery = await call('retryEmail', { params })
    const email = message.email && { ...message.email, delivery }
    changeThread(client, { agentId, conversationId }, (known) => replaceMessage(known, { ...message, email }))
  }
  const [teaching, setTeaching] = useState(false)
  const { mayTeach } = usePermissions()
  const files = message.attachments ?? []
  const isGreeting = role === 'assistant' && !previous
  return (
    <>
      {startsDay && <DayDivider value={message.created_at} />}
      {baton && <BatonMarker to={baton} />}
      <MessageBubble
        message={message}
        author={role === 'visitor' ? visitor : authorName(message)}
        side={role === 'visitor' ? 'start' : 'end'}
        grouped={grouped}
        proofs={message.proofs}
        {...(files.length > 0 && {
          files: <MessageFiles ids={{ agentId, conversationId }} files={files} />,
          isFilesOnly: message.content === namesOfFiles(files),
        })}
      >
        {action && (
          <ActionCard
            messageId={message.id}
            action={action}
            closedBecause={isPublic ? undefined : 'The visitor completes this where they write from.'}
            complete={(result) => completeAction(action, result)}
          />
        )}
        {message.email && (
          <MailLine
            email={message.email}
            subject={subject ?? ''}
            onRetry={mailAgain}
            message={{ agentId, conversationId, messageId: message.id, cameAt: message.created_at }}
          />
        )}
        {message.offer && <p className="mt-0.5 px-0.5 text-muted text-xs">Offered a person</p>}
        {role === 'assistant' && !isGreeting && (
          <MessageTrace
            agentId={agentId}
            conversationId={conversationId}
            messageId={message.id}
            {...(mayTeach && { onTeach: () => setTeaching(true) })}
          />
        )}
        {role === 'human' && mayTeach && (
          <button
            type="button"
            className="mt-0.5 rounded px-0.5 text-muted text-xs opacity-0 hover:text-ink hover:underline focus-visible:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100"
            onClick={() => setTeaching(true)}
          >
            Teach this
          </button>
        )}
        {teaching && (
          <TeachReply
            agentId={agentId}
            conversationId={conversationId}
            messageId={message.id}
            {...(role === 'human' && { answer: message.content })}
            visitor={visitor}
            onClose={() => setTeaching(false)}
          />
        )}
        {rating && <RatingLine rating={rating} className="px-0.5" />}
      </MessageBubble>
    </>
  )
})

// Loaded with the first file.
const MessageFiles = late(() => import('./message-files.tsx'), 'MessageFiles')

// Loaded with the first mail.
const MailLine = late(() => import('./mail-line.tsx'), 'MailLine')

// Loaded with the first note, which few threads have.
const Note = late(() => import('./note.tsx'), 'Note')

export const EntryItem = memo(function EntryItem(props: {
  ids: ConversationIds
  row: EntryRow
  reader: string | undefined
}) {
  const { ids, row, reader } = props
  const { entry, startsDay } = row
  return (
    <>
      {startsDay && <DayDivider value={entry.created_at} />}
      {entry.note ? <Note ids={ids} entry={entry} reader={reader} /> : <EventLine entry={entry} reader={reader} />}
    </>
  )
})

export function authorName(message: ThreadMessage): string {
  if (message.role === 'assistant') return 'AI'
  if (isOwn(message)) return 'You'
  return message.author?.name || 'A person'
}

const watchConnection = (listener: () => void) => onlineManager.subscribe(listener)

const progress = {
  waiting: 'Waiting to go out',
  sending: 'Sending…',
  stale: 'Not sent: someone else has replied',
  failed: 'Not sent',
} satisfies Record<Outgoing['state'], string>

export const OutgoingItem = memo(function OutgoingItem({ item }: { item: Outgoing }) {
  const isOnline = useSyncExternalStore(watchConnection, () => onlineManager.isOnline())
  return (
    <MessageBubble
      message={{ role: 'human', content: item.content || namesOfFiles(item.files ?? []), created_at: item.createdAt }}
      author="You"
      side="end"
      faded
    >
      <p className="mt-0.5 px-0.5 text-muted text-xs">
        {item.state === 'waiting' && !isOnline ? 'Goes out when the connection is back' : progress[item.state]}
      </p>
    </MessageBubble>
  )
})
