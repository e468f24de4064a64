import AlarmClock from 'lucide-react/icons/alarm-clock'
import Tag from 'lucide-react/icons/tag'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { snoozedUntil } from '#dashboard/components/conversation/snoozed-until.ts'
import { LabelDot } from '#dashboard/components/label-dot.tsx'
import { Avatar } from '#dashboard/ui/avatar.tsx'
import { Group } from '../details/section.tsx'
import type { Line } from '../list/lines.ts'
import { type PickerKind, pickerShown } from './picker-shown.ts'
import { canSnooze } from './snooze.ts'

/** Rows with a conversation's assignee, labels and, where it can be snoozed, its snooze; each opens its dialog. */
export function HandlingRows({ conversation, isDisabled }: { conversation: Line; isDisabled: boolean }) {
  const { assignee, labels, snoozed_until } = conversation
  return (
    <Group title="Team">
      <Row name="Assignee" opens="assignee" isDisabled={isDisabled}>
        {assignee ? (
          <>
            <Avatar name={assignee.name} size="sm" />
            <span className="truncate">{assignee.name}</span>
          </>
        ) : (
          <Nothing icon={<UserPlus aria-hidden className="size-3.5" />}>Nobody</Nothing>
        )}
      </Row>
      <Row name="Labels" opens="labels" isDisabled={isDisabled}>
        {labels.length > 0 ? (
          <span className="flex min-w-0 flex-wrap justify-end gap-x-2 gap-y-1">
            {labels.map(({ id, name, color }) => (
              <span key={id} className="inline-flex min-w-0 items-center gap-1.5">
                <LabelDot color={color} />
                <span className="truncate">{name}</span>
              </span>
            ))}
          </span>
        ) : (
          <Nothing icon={<Tag aria-hidden className="size-3.5" />}>None</Nothing>
        )}
      </Row>
      {canSnooze(conversation) && (
        <Row name="Snoozed" opens="snooze" isDisabled={isDisabled}>
          {snoozed_until ? (
            <span className="truncate">{snoozedUntil(snoozed_until)}</span>
          ) : (
            <Nothing icon={<AlarmClock aria-hidden className="size-3.5" />}>No</Nothing>
          )}
        </Row>
      )}
    </Group>
  )
}

interface RowProps {
  name: string
  opens: PickerKind
  isDisabled: boolean
  children: ReactNode
}

function Row({ name, opens, isDisabled, children }: RowProps) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 py-0.5 text-sm">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 justify-end">
        <button
          type="button"
          aria-haspopup="dialog"
          disabled={isDisabled}
          onClick={() => pickerShown.set(opens)}
          className="-mr-1.5 flex min-h-7 min-w-0 items-center gap-1.5 rounded px-1.5 py-0.5 enabled:hover:bg-hover max-sm:min-h-control-sm"
        >
          <span className="sr-only">{`Change ${name.toLowerCase()}: `}</span>
          {children}
        </button>
      </dd>
    </div>
  )
}

function Nothing({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-muted">
      {icon}
      {children}
    </span>
  )
}
