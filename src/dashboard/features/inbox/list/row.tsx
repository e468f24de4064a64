import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { lastLineOf } from '#dashboard/components/conversation/last-line.ts'
import { ResponderBadge, shortAge } from '#dashboard/components/conversation/responder-badge.tsx'
import { LabelDot } from '#dashboard/components/label-dot.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { holdKeys } from '#dashboard/lib/held-keys.ts'
import { exactTime } from '#dashboard/lib/time.ts'
import { useNow } from '#dashboard/lib/use-now.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'
import { toConversation } from '../inbox-search.ts'
import { originLabels } from '../origins.ts'
import { focusOpenThread } from '../thread/open-thread.ts'
import { chooseRow } from './chooser.tsx'
import type { Line } from './lines.ts'

interface ConversationRowProps {
  line: Line
  /** Undefined where there is only one agent. */
  agentName: string | undefined
  selected: boolean
  unread: boolean
  /** Label for unsent text of this browser: a reply that failed, or a draft. */
  left: 'Not sent' | 'Draft' | undefined
  /** Whether Tab leads to this row, of all rows of the list. */
  isStop: boolean
  /** Whether an opened conversation covers the list, as on a phone, rather than standing beside it. */
  covers: boolean
}

/** A row of the list: the visitor, the last message, its time, and who answers. */
export const ConversationRow = memo(function ConversationRow(props: ConversationRowProps) {
  const { line, agentName, selected, unread, left, isStop, covers } = props
  const { icon: OriginIcon, label: originLabel } = originLabels[line.origin]
  const at = line.last_message?.created_at ?? line.updated_at
  return (
    <Link
      {...toConversation(line.agent_id, line.id)}
      state={covers ? { above: true } : (state) => state}
      replace={selected}
      onClick={(event) => {
        if (event.shiftKey) {
          event.preventDefault() // with Shift, the browser would open the link in a window of its own
          chooseRow(line.id, true)
        } else if (selected) focusOpenThread()
        else if (!event.metaKey && !event.ctrlKey) holdKeys(line.id) // with these it opens in another tab
      }}
      onMouseDown={(event) => event.shiftKey && event.preventDefault()} // a click with Shift would select text
      data-conversation={line.id}
      tabIndex={isStop ? 0 : -1}
      aria-current={selected ? 'true' : undefined}
      className={cn(
        'relative flex h-full flex-col justify-center border-line border-b pr-3 pl-7 hover:bg-hover focus-visible:outline-offset-[-2px]',
        selected && 'bg-hover shadow-[inset_2px_0_0_var(--ink)]',
      )}
    >
      {unread && <span aria-hidden className="absolute top-[13px] left-2.5 size-2 rounded-full bg-ink" />}
      <span className="flex items-baseline gap-2">
        {unread && <span className="sr-only">Unread: </span>}
        <span className={cn('min-w-0 flex-1 truncate', unread ? 'font-semibold' : 'font-medium')}>
          {visitorName(line.chat_user)}
        </span>
        {line.assignee && (
          <span title={`Assigned to ${line.assignee.name}`} className="self-center">
            <Avatar name={line.assignee.name} size="sm" />
            <span className="sr-only">Assigned to {line.assignee.name}</span>
          </span>
        )}
        <Age at={at} />
      </span>
      <span className={cn('flex gap-1.5 text-sm', unread ? 'text-ink' : 'text-muted')}>
        {line.subject && (
          <span className={cn('max-w-3/5 shrink-0 truncate', !unread && 'text-ink-soft')}>{line.subject}</span>
        )}
        <span className="min-w-0 truncate">
          {left && <span className="text-danger">{left} · </span>}
          {lastLineOf(line)}
        </span>
      </span>
      <span className="flex min-w-0 items-center gap-2 text-muted text-xs">
        <ResponderBadge conversation={line} plain />
        {line.origin !== 'public_api' && (
          <span title={originLabel} className="shrink-0">
            <OriginIcon aria-hidden className="size-3.5" />
            <span className="sr-only">{originLabel}</span>
          </span>
        )}
        {line.labels.map(({ id, name, color }) => (
          <span key={id} className="inline-flex min-w-0 items-center gap-1 text-ink-soft">
            <LabelDot color={color} />
            <span className="truncate">{name}</span>
          </span>
        ))}
        {agentName && <span className="min-w-0 shrink-[2] truncate">{agentName}</span>}
      </span>
    </Link>
  )
})

/** How long ago something was, in a few characters. */
export function Age({ at }: { at: string }) {
  const now = useNow()
  const age = shortAge(at, now)
  return (
    <time dateTime={at} title={exactTime(at)} className="shrink-0 text-muted text-xs tabular-nums">
      {age === '<1 min' ? 'now' : age}
    </time>
  )
}
