import { useMutation, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import AlarmClock from 'lucide-react/icons/alarm-clock'
import Check from 'lucide-react/icons/check'
import MessageSquare from 'lucide-react/icons/message-square'
import Plus from 'lucide-react/icons/plus'
import Sun from 'lucide-react/icons/sun'
import UserX from 'lucide-react/icons/user-x'
import { type ReactNode, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization, useSession } from '#dashboard/api/session.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { LabelDot } from '#dashboard/components/label-dot.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { Avatar } from '#dashboard/ui/avatar.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import type { Line } from '../list/lines.ts'
import { dayAndTime } from './describe-snooze.ts'
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

/** A dialog that chooses a conversation's assignee, its labels, or until when it is out of sight. */
export function Picker(props: PickerProps) {
  const kind = useStore(pickerShown)
  return (
    <Dialog open={kind !== undefined} onOpenChange={(open) => !open && close()}>
      {kind && (
        <DialogContent
          title={titles[kind]}
          size="sm"
          className="sm:top-[14dvh]"
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            ;(event.currentTarget as Element).querySelector('input')?.focus()
          }}
        >
          {kind === 'assignee' ? (
            <Assignees {...props} />
          ) : kind === 'labels' ? (
            <Labels {...props} />
          ) : (
            <SnoozeTimes {...props} />
          )}
        </DialogContent>
      )}
    </Dialog>
  )
}

function Assignees({ conversation: { assignee }, handling }: PickerProps) {
  const organization = useOrganization()
  const { user } = useSession()
  const members = useQuery(api.listMembers.queryOptions({ params: { organization: organization.id } })).data ?? []
  const others = members.filter(({ user_id }) => user_id !== user.id)
  const assign = (to: Line['assignee']) => () => {
    close()
    if (to?.user_id !== assignee?.user_id) handling.assign(to, assignee)
  }
  return (
    <Choices label="Members" placeholder="Find a member…" empty="Nobody by that name.">
      <Choice value={`${user.name} me`} chosen={assignee?.user_id === user.id} onSelect={assign(asAssignee(user))}>
        <Avatar name={user.name} size="sm" />
        <span className="truncate">
          {user.name} <span className="text-muted">(you)</span>
        </span>
      </Choice>
      {others.map(({ user_id, name, email }) => (
        <Choice
          key={user_id}
          value={`${name} ${email}`}
          chosen={assignee?.user_id === user_id}
          onSelect={assign({ user_id, name })}
        >
          <Avatar name={name} size="sm" />
          <span className="truncate">{name}</span>
        </Choice>
      ))}
      <Choice value="Nobody" chosen={assignee === null} onSelect={assign(null)}>
        <UserX aria-hidden className="size-4 shrink-0 text-muted" />
        Nobody
      </Choice>
    </Choices>
  )
}

const asAssignee = ({ id, name }: { id: string; name: string }) => ({ user_id: id, name })

/** The labels to tick. The dialog stays open, as a conversation often has several. */
function Labels({ conversation: { labels: given }, handling }: PickerProps) {
  const params = { organization: useOrganization().id }
  const [search, setSearch] = useState('')
  const labels = useQuery(api.listLabels.queryOptions({ params })).data ?? []
  const create = useMutation({
    ...api.createLabel.mutationOptions(),
    onSuccess: (label) => {
      handling.label([...given, label], given)
      setSearch('')
    },
    onError: (error) => tellError(error, 'The label was not created'),
  })
  const toggle = (label: (typeof labels)[number]) => () => {
    const has = given.some(({ id }) => id === label.id)
    handling.label(has ? given.filter(({ id }) => id !== label.id) : [...given, label], given)
  }
  const name = search.trim()
  const isNew = name !== '' && !labels.some((label) => label.name.toLowerCase() === name.toLowerCase())
  return (
    <Choices
      label="Labels"
      placeholder="Find or create a label…"
      empty={labels.length === 0 ? 'No labels yet. Type a name to create one.' : 'No label by that name.'}
      search={search}
      onSearch={(text) => setSearch([...text].slice(0, limits.labelName).join(''))}
    >
      {labels.map((label) => (
        <Choice
          key={label.id}
          value={label.name}
          chosen={given.some(({ id }) => id === label.id)}
          onSelect={toggle(label)}
        >
          <LabelDot color={label.color} className="mx-1" />
          <span className="truncate">{label.name}</span>
        </Choice>
      ))}
      {isNew && (
        <Choice
          value={`create ${name}`}
          always
          onSelect={() => !create.isPending && create.mutate({ params, body: { name, color: 'gray' } })}
        >
          <Plus aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="truncate">Create “{name}”</span>
        </Choice>
      )}
    </Choices>
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
          {(field) => (
            <Input
              {...field}
              type="datetime-local"
              value={own}
              min={asLocalField(now)}
              max={asLocalField(latest)}
              onChange={(event) => setOwn(event.target.value)}
            />
          )}
        </FormField>
        <Button type="submit" disabled={!isPossible}>
          Snooze
        </Button>
      </form>
    </>
  )
}

interface ChoicesProps {
  label: string
  placeholder: string
  empty: string
  search?: string
  onSearch?: (text: string) => void
  children: ReactNode
}

function Choices({ label, placeholder, empty, search, onSearch, children }: ChoicesProps) {
  return (
    <Command label={label} loop className="flex min-h-0 flex-col pt-2">
      <Command.Input
        placeholder={placeholder}
        {...(search !== undefined && { value: search, onValueChange: onSearch })}
        className="h-11 w-full border-line border-b bg-transparent px-5 outline-none"
      />
      <Command.List className="max-h-[22rem] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-6 text-center text-muted">{empty}</Command.Empty>
        {children}
      </Command.List>
    </Command>
  )
}

interface ChoiceProps {
  value: string
  chosen?: boolean
  /** Whether it is offered whatever is searched for. */
  always?: boolean
  onSelect: () => void
  children: ReactNode
}

function Choice({ value, chosen = false, always = false, onSelect, children }: ChoiceProps) {
  return (
    <Command.Item
      value={value}
      forceMount={always}
      onSelect={onSelect}
      className="flex h-9 cursor-default max-sm:h-control items-center gap-2.5 rounded px-2 data-[selected=true]:bg-hover"
    >
      {children}
      {chosen && (
        <>
          <span className="sr-only">, chosen</span>
          <Check aria-hidden className="ml-auto size-4 shrink-0" />
        </>
      )}
    </Command.Item>
  )
}
