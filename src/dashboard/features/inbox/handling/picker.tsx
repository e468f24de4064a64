import AlarmClock from 'lucide-react/icons/alarm-clock'
import MessageSquare from 'lucide-react/icons/message-square'
import Sun from 'lucide-react/icons/sun'
import { useState } from 'react'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useStore } from '#dashboard/lib/store.ts'
import { dayAndTime } from '#dashboard/lib/time.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import type { Line } from '../list/lines.ts'
import { Assignees } from './assignees.tsx'
import { Choice, Choices } from './choices.tsx'
import { LabelChoices } from './label-choices.tsx'
import { PickerDialog } from './picker-dialog.tsx'
import { type PickerKind, pickerShown } from './picker-shown.ts'
import { asLocalField, snoozeTimes } from './snooze-times.ts'
import type { Handling } from './use-handling.ts'

interface PickerProps {
  conversation: Line
  handling: Handling
}

const titles: Record<PickerKind, string> = {
  assignee: 'Assign the conversation',
  labels: 'Labels of the conversation',
  snooze: 'Snooze the conversation',
}

const close = () => pickerShown.set(undefined)

export function Picker(props: PickerProps) {
  const kind = useStore(pickerShown)
  const { conversation, handling } = props
  const { assignee, labels } = conversation
  const assign = (to: Line['assignee']) => {
    close()
    if (to?.user_id !== assignee?.user_id) handling.assign(to, assignee)
  }
  return (
    <PickerDialog title={kind ? titles[kind] : ''} open={kind !== undefined} onClose={close}>
      {kind === 'assignee' ? (
        <Assignees given={assignee} onChoose={assign} />
      ) : kind === 'labels' ? (
        <LabelChoices given={labels} onChange={handling.label} />
      ) : (
        <SnoozeTimes {...props} />
      )}
    </PickerDialog>
  )
}

function SnoozeTimes({ conversation: { snoozed_until }, handling }: PickerProps) {
  const [now] = useState(() => new Date())
  const [own, setOwn] = useState('')
  const snooze = (until: string) => {
    close()
    handling.snooze(until)
  }
  const latest = new Date(now.getFullYear() + 1, now.getMonth(), now.getDate())
  const chosen = own ? new Date(own) : undefined
  const isPossible = chosen !== undefined && chosen > new Date() && chosen <= latest
  return (
    <>
      <Choices label="Times" placeholder="Until when?" empty="Choose another time below.">
        {snoozed_until && (
          <Choice
            value="Wake it now"
            onSelect={() => {
              close()
              handling.wake()
            }}
          >
            <Sun aria-hidden className="size-4 shrink-0 text-muted" />
            Wake it now
          </Choice>
        )}
        {snoozeTimes(now).map(({ name, at }) => (
          <Choice key={name} value={name} onSelect={() => snooze(at.toISOString())}>
            <AlarmClock aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="flex-1 truncate">{name}</span>
            <span className="shrink-0 text-muted text-xs">{dayAndTime(at)}</span>
          </Choice>
        ))}
        <Choice value="Until they write" chosen={snoozed_until === 'visitor'} onSelect={() => snooze('visitor')}>
          <MessageSquare aria-hidden className="size-4 shrink-0 text-muted" />
          Until they write
        </Choice>
      </Choices>
      <form
        className="flex flex-wrap items-end gap-2 border-line border-t bg-canvas px-3 py-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (isPossible) snooze(chosen.toISOString())
        }}
      >
        <FormField label="At another time" className="min-w-0 flex-1">
          <Input
            type="datetime-local"
            value={own}
            min={asLocalField(now)}
            max={asLocalField(latest)}
            onChange={(event) => setOwn(event.target.value)}
          />
        </FormField>
        <Button type="submit" disabled={!isPossible}>
          Snooze
        </Button>
      </form>
    </>
  )
}
