import { useLayoutEffect, useRef } from 'react'
import type { Agent } from '#dashboard/api/use-agents.ts'
import { dispensable, late } from '#dashboard/lib/late.tsx'
import { releaseKeys } from '#dashboard/lib/shortcuts.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import type { Line } from '../list/lines.ts'
import { ClosedNotice, DisabledNotice } from '../reply/closed-notice.tsx'
import { Composer } from '../reply/composer.tsx'
import { useOutgoing } from '../reply/use-outbox.ts'
import { AwaitedLine } from './awaited-line.tsx'
import { LeftLine } from './left-line.tsx'
import type { ThreadMessages } from './messages.ts'
import type { ConversationIds } from './query.ts'
import { Thread } from './thread.tsx'
import { useAfterMoment } from './use-after-moment.ts'
import type { ConversationActions } from './use-conversation-actions.ts'
import { useOlderChanges } from './use-older-changes.ts'
import { SeenLine } from './visitor-lines.tsx'

const LinkedLines = late(() => import('./linked-lines.tsx'), 'LinkedLines')
const VisitorWriting = dispensable(() => import('../presence/visitor-writing.tsx'), 'VisitorWriting')
const WrittenReply = dispensable(() => import('./written-reply.tsx'), 'WrittenReply')

interface ThreadAreaProps {
  ids: ConversationIds
  conversation: Line
  thread: ThreadMessages
  agent: Agent | undefined
  actions: ConversationActions
}

export function ThreadArea({ ids, conversation, thread, agent, actions }: ThreadAreaProps) {
  useOlderChanges(ids)
  const isThere = useAfterMoment()
  const outgoing = useOutgoing(ids.conversationId)
  const scroller = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const visitor = visitorName(conversation.chat_user)
  const last = thread.messages.at(-1)
  const isAwaited = conversation.status === 'open' && conversation.response_mode === 'ai' && last?.role === 'visitor'
  useLayoutEffect(() => releaseKeys(ids.conversationId), [ids.conversationId])
  return (
    <>
      {thread.linked.length > 0 && <LinkedLines ids={ids} conversation={conversation} linked={thread.linked} />}
      <Thread ids={ids} conversation={conversation} thread={thread} outgoing={outgoing} scroller={scroller} />
      <SeenLine thread={thread} />
      {isThere && conversation.origin === 'widget' && (
        <>
          <WrittenReply conversationId={ids.conversationId} lastId={last?.id} isAwaited={isAwaited} />
          <VisitorWriting conversationId={ids.conversationId} visitor={visitor} />
        </>
      )}
      <AwaitedLine
        conversation={conversation}
        last={last}
        reply={thread.reply}
        visitor={visitor}
        onAnswer={agent?.is_disabled || agent?.only_human || actions.isPending ? undefined : actions.giveBack}
      />
      <LeftLine conversation={conversation} thread={thread} visitor={visitor} />
      <Composer
        ids={ids}
        thread={conversation.origin === 'email' ? thread : { ...thread, mail: null }}
        outgoing={outgoing}
        visitor={visitor}
        known={{
          'visitor.name': conversation.chat_user.name,
          'visitor.email': conversation.chat_user.email,
          'agent.name': agent?.name,
        }}
        isAiTurn={conversation.response_mode === 'ai'}
        isDisabled={agent?.is_disabled ?? false}
        notice={
          agent?.is_disabled ? (
            <DisabledNotice agentId={ids.agentId} reason={agent.disabled_reason} />
          ) : (
            conversation.status === 'closed' && <ClosedNotice onReopen={actions.reopen} isPending={actions.isPending} />
          )
        }
        field={field}
      />
    </>
  )
}
