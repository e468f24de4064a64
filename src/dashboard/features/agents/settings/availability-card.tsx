import { type FormEvent, useState } from 'react'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { fieldError } from '#dashboard/api/field-errors.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { trimmedLength } from '#dashboard/lib/trimmed-length.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'

type Agent = Data<'getAgent'>

export function AvailabilityCard({ agent }: { agent: Agent }) {
  const [reason, setReason] = useState('')
  const update = api.updateAgentSettings.useMutation({ onSuccess: () => setReason('') })
  const change = (body: { is_disabled: boolean; disabled_reason: string | null }) => {
    if (!update.isPending) update.mutate({ params: { agent: agent.id }, body })
  }
  const problem = fieldError(update.error, 'disabled_reason')
  const tooLong = trimmedLength(reason) > limits.disabledReason
  const disable = (event: FormEvent) => {
    event.preventDefault()
    if (!tooLong) change({ is_disabled: true, disabled_reason: reason.trim() || null })
  }
  const notice = update.error && !problem && <ErrorNotice error={update.error} className="mt-3" />

  if (agent.is_disabled)
    return (
      <Card
        title="This agent is disabled"
        description={agent.disabled_reason ?? 'No reason was given.'}
        actions={
          <Button
            pending={update.isPending}
            onClick={() => change({ is_disabled: false, disabled_reason: null })}
            variant="primary"
          >
            Enable
          </Button>
        }
      >
        <p className="text-muted">It takes no new conversations, messages or sources until it is enabled.</p>
        {notice}
      </Card>
    )
  return (
    <Card title="Disable" description="It takes no new conversations, messages or sources until you enable it again.">
      <form onSubmit={disable} className="flex flex-wrap items-end gap-2">
        <FormField
          label="Reason"
          optional
          error={problem ?? (tooLong ? 'is too long' : undefined)}
          aside={reason && <CharacterCount value={reason} limit={limits.disabledReason} />}
          className="min-w-56 flex-1"
        >
          <Input value={reason} onChange={(event) => setReason(event.target.value)} />
        </FormField>
        <Button type="submit" pending={update.isPending}>
          Disable agent
        </Button>
      </form>
      {notice}
    </Card>
  )
}
