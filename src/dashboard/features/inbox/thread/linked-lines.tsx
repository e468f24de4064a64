import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Link2 from 'lucide-react/icons/link-2'
import { api } from '#dashboard/api/api.ts'
import { ErrorTitle } from '#dashboard/components/error-state.tsx'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { Line } from '../list/lines.ts'
import type { ThreadMessages } from './messages.ts'
import { type ConversationIds, paramsOf } from './query.ts'

interface LinkedLinesProps {
  ids: ConversationIds
  conversation: Line
  linked: ThreadMessages['linked']
}

/** The conversations by mail that belong to one, above its messages. */
export function LinkedLines({ ids, conversation, linked }: LinkedLinesProps) {
  const { agentId } = ids
  const lines = useQueries({
    queries: linked.map(({ id }) =>
      api.getInboxLine.queryOptions({ params: paramsOf({ agentId, conversationId: id }) }),
    ),
  })
  return linked.map(({ id, reason }, index) => {
    const other = lines[index]?.data
    const isEmptied = other?.message_count === 0
    return other && !isEmptied && <LinkedLine key={id} {...{ ids, conversation, other, reason }} />
  })
}

interface LinkedLineProps extends Omit<LinkedLinesProps, 'linked'> {
  other: Line
  reason: ThreadMessages['linked'][number]['reason']
}

function LinkedLine({ ids, conversation, other, reason }: LinkedLineProps) {
  const { agentId } = ids
  const add = api.addParticipant.useMutation()
  const isLater = other.id > conversation.id // ids sort by age
  const isMoved = conversation.message_count === 0
  const address = conversation.chat_user.email
  const canAdd = reason === 'other_sender' && !isLater && !isMoved && address !== null
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface px-4 py-1.5 text-sm md:px-6">
      <p className="flex min-w-0 flex-1 basis-56 items-center gap-2">
        <Link2 aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 truncate text-muted">
          {isMoved
            ? 'Moved to'
            : !isLater
              ? 'Goes on from'
              : reason === 'old_thread'
                ? 'Goes on in'
                : 'From another address:'}{' '}
          <Link
            to="/inbox/$agentId/$conversationId"
            params={{ agentId, conversationId: other.id }}
            search={(search) => search}
            className="text-ink underline underline-offset-2"
          >
            {nameOf(other, isLater && reason === 'other_sender')}
          </Link>
        </span>
      </p>
      {add.error && (
        <p role="alert" className="text-danger">
          <ErrorTitle error={add.error} />
        </p>
      )}
      {canAdd && (
        <Button
          size="sm"
          scope="conversation:edit"
          disabled={add.isPending}
          onClick={() => add.mutate({ params: paramsOf({ agentId, conversationId: other.id }), body: { address } })}
        >
          Add to the conversation
        </Button>
      )}
    </div>
  )
}

/** What tells a conversation from others: the address of its sender, or else who began it about what. */
function nameOf({ chat_user, subject }: Line, byAddress: boolean): string {
  if (byAddress && chat_user.email) return chat_user.email
  const name = visitorName(chat_user)
  return subject ? `${name}: ${subject}` : name
}
