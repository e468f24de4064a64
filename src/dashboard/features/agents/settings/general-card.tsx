import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { updateAgentBody } from '#contract/agents.ts'
import type { Input as CallInput, Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { applyFieldErrors } from '#dashboard/api/field-errors.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useFollowServer } from '#dashboard/components/follow-server.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { useUnsaved } from '#dashboard/lib/unsaved.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { ModelOptions } from '../model-options.tsx'

type Agent = Data<'getAgent'>
type Changes = CallInput<'updateAgent'>['body']

const toForm = ({ name, description, model }: Agent): Changes => ({ name, description, model_id: model.id })

/** Keeps only the changed fields: a disabled agent may be renamed, but a request with a model would be refused. */
function toRequest(values: Changes, agent: Agent): Changes {
  const before = toForm(agent)
  const keys = ['name', 'description', 'model_id'] as const
  return Object.fromEntries(keys.filter((key) => values[key] !== before[key]).map((key) => [key, values[key]]))
}

/** A card to edit the agent's name, description and model. */
export function GeneralCard({ agent }: { agent: Agent }) {
  const organization = useOrganization()
  const { data: models } = useSuspenseQuery(api.listModels.queryOptions())
  const form = useForm({ resolver: zodResolver(updateAgentBody), defaultValues: toForm(agent) })
  const overtaken = useFollowServer(form, toForm(agent))
  const { errors, isDirty } = form.formState
  const update = useMutation({
    ...api.updateAgent.mutationOptions(),
    onSuccess: (saved) => form.reset(toForm(saved)),
    onError: (error) => applyFieldErrors(error, form.setError, ['name', 'description', 'model_id']),
  })
  useUnsaved(isDirty)
  const submit = form.handleSubmit((values) => {
    if (!update.isPending) update.mutate({ params: { agent: agent.id }, body: toRequest(values, agent) })
  })
  return (
    <FormCard
      title="General"
      dirty={isDirty}
      overtaken={overtaken}
      update={update}
      placed={Object.keys(errors).length > 0}
      onSubmit={() => void submit()}
      onDiscard={() => form.reset()}
    >
      <FormField label="Name" error={errors.name?.message}>
        {(field) => <Input {...field} {...form.register('name')} autoComplete="off" />}
      </FormField>
      <FormField
        label="Description"
        optional
        error={errors.description?.message}
        aside={<CharacterCount value={form.watch('description') ?? ''} limit={limits.agentDescription} />}
      >
        {(field) => <Textarea {...field} {...form.register('description')} rows={3} />}
      </FormField>
      <FormField
        label="Model"
        error={errors.model_id?.message}
        hint={agent.is_disabled ? 'Enable the agent to change its model.' : 'What writes the replies.'}
      >
        {(field) => (
          <Select {...field} {...form.register('model_id')} aria-disabled={agent.is_disabled}>
            <ModelOptions
              models={models}
              plan={organization.plan}
              onlyId={agent.is_disabled ? agent.model.id : undefined}
            />
          </Select>
        )}
      </FormField>
    </FormCard>
  )
}
