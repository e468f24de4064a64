import { useMutation } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import type { FormEvent } from 'react'
import type { MessageAction } from '#contract/actions.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'

interface ActionCardProps {
  messageId: string
  action: MessageAction
  /** Why the form can't be filled in here; this sentence is shown instead of the form. */
  closedBecause?: string | undefined
  /** @throws ApiError, whose details name fields as `result.phone` */
  complete: (result: NonNullable<MessageAction['result']>) => Promise<unknown>
}

/** Shows the fields that an AI message asks the visitor for: a form until it is submitted, the values afterwards. */
export function ActionCard({ action, ...props }: ActionCardProps) {
  const completed = action.status === 'completed'
  const Icon = completed ? CircleCheck : ClipboardList
  return (
    <section
      aria-label={action.name}
      tabIndex={-1}
      className="mt-1.5 w-full max-w-[min(26rem,88%)] rounded-lg border border-line bg-surface"
    >
      <h3 className="flex items-center gap-2 border-line border-b px-3 py-2 font-medium">
        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">{action.name}</span>
        <span className="text-muted text-xs">{completed ? 'Completed' : 'Waiting to be filled in'}</span>
      </h3>
      {completed ? (
        <Result action={action} />
      ) : props.closedBecause ? (
        <p className="px-3 py-2 text-muted text-sm">{props.closedBecause}</p>
      ) : (
        <ActionForm action={action} {...props} />
      )}
    </section>
  )
}

function Result({ action: { fields, result } }: { action: MessageAction }) {
  const values: Record<string, unknown> = Object.assign({}, ...(result ?? []))
  const given = fields.filter(({ name }) => values[name] !== undefined && values[name] !== '')
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 px-3 py-2 text-sm">
      {given.map(({ name, label }) => (
        <div key={name} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="break-words">{String(values[name])}</dd>
        </div>
      ))}
    </dl>
  )
}

const inputs = {
  text: { type: 'text' },
  email: { type: 'email', autoComplete: 'off', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  number: { type: 'text', inputMode: 'decimal' },
} as const

/** Values typed but not submitted, by message id: the form unmounts when its thread is scrolled or left. */
const filledIn = new Map<string, Record<string, string>>()

function ActionForm({ messageId, action, complete }: ActionCardProps) {
  const submit = useMutation({
    mutationFn: async (result: NonNullable<MessageAction['result']>) => {
      await complete(result)
      filledIn.delete(messageId)
    },
  })
  const problems = new Map(fieldErrors(submit.error).map(({ field, message }) => [field, message]))
  const known = action.fields.some(({ name }) => problems.has(`result.${name}`))
  const kept = filledIn.get(messageId)
  const valuesOf = (form: HTMLFormElement) => {
    const data = new FormData(form)
    return Object.fromEntries(action.fields.map(({ name }) => [name, String(data.get(name) ?? '').trim()]))
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (submit.isPending) return
    const form = event.currentTarget
    submit.mutate([valuesOf(form)], { onError: (error) => focusField(form, fieldErrors(error)[0]?.field) })
  }
  return (
    <form
      ref={leaveFocus}
      onSubmit={send}
      onChange={(event) => filledIn.set(messageId, valuesOf(event.currentTarget))}
      noValidate
      className="flex flex-col gap-3 p-3"
    >
      {action.fields.map(({ name, label, type, required }) => (
        <FormField
          key={name}
          label={label}
          optional={!required}
          error={problems.has(`result.${name}`) ? `${label} ${problems.get(`result.${name}`)}` : undefined}
        >
          <Input name={name} defaultValue={kept?.[name]} {...inputs[type]} aria-required={required} />
        </FormField>
      ))}
      {submit.error && !known && <ErrorNotice error={submit.error} />}
      <Button
        scope="conversation:create"
        type="submit"
        variant="primary"
        pending={submit.isPending}
        className="self-end"
      >
        Submit
      </Button>
    </form>
  )
}

/** Moves the focus to the field that an error names (`result.phone`), unless the focus has left the card. */
function focusField(form: HTMLFormElement, field = ''): void {
  const input = form.elements.namedItem(field.replace(/^result\./, ''))
  if (input instanceof HTMLElement && form.closest('section')?.contains(document.activeElement)) input.focus()
}

function leaveFocus(form: HTMLFormElement) {
  return () => {
    if (form.contains(document.activeElement)) form.closest('section')?.focus({ preventScroll: true })
  }
}
