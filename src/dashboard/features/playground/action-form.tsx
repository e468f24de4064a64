import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { MessageAction } from '#contract/actions.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'

interface ActionFormProps {
  action: MessageAction
  params: { agent: string; conversation: string; message: string }
}

const inputTypes = { text: 'text', email: 'email', phone: 'tel', number: 'number' }

/** What the agent asks the visitor to fill in. */
export function ActionForm({ action, params }: ActionFormProps) {
  const submitResult = useMutation(api.submitActionResult.mutationOptions())
  if (action.status === 'completed') return <p className="mt-2 text-muted text-sm">{action.name}: filled in</p>
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (submitResult.isPending) return
    const entries = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      value ? [[name, String(value)]] : [],
    )
    const result = [Object.fromEntries(entries) as Record<string, string>]
    submitResult.mutate({ params, body: { action: action.slug, agent_action_uuid: action.agent_action_uuid, result } })
  }
  return (
    <form onSubmit={submit} className="mt-3 flex w-64 max-w-full flex-col gap-3">
      {action.fields.map(({ name, label, type, required }) => (
        <FormField key={name} label={label} optional={!required}>
          {(field) => <Input {...field} name={name} type={inputTypes[type]} required={required} />}
        </FormField>
      ))}
      {submitResult.error && <ErrorNotice error={submitResult.error} />}
      <Button type="submit" size="sm" variant="primary" pending={submitResult.isPending}>
        Send
      </Button>
    </form>
  )
}
