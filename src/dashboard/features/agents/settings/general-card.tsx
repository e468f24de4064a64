import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { updateAgentBody } from '#contract/agents.ts'
import type { Input as CallInput, Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { ConnectModel, ModelOptions } from '#dashboard/components/model-options.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { late } from '#dashboard/lib/late.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'

const ImpactOf = late(() => import('#dashboard/components/impact/impact.tsx'), 'ImpactOf')

type Agent = Data<'getAgent'>
type Changes = CallInput<'updateAgent'>['body']

const toForm = ({ name, description, model }: Agent): Changes => ({ name, description, model_id: model.id })

export function GeneralCard({ agent }: { agent: Agent }) {
  const organization = useOrganization()
  const { data: models } = useSuspenseQuery(api.listOwnModels.queryOptions())
  const { form, errors, card } = useCardForm({
    schema: updateAgentBody,
    served: toForm(agent),
    toForm,
    save: api.updateAgent.mutationOptions(),
    toInput: (body) => ({ params: { agent: agent.id }, body }),
  })
  const [asking, setAsking] = useState(false)
  const wanted = models.find(({ id }) => id === form.watch('model_id'))
  const isOther = wanted !== undefined && wanted.id !== agent.model.id
  return (
    <FormCard
      title="General"
      scope="agent:edit"
      {...card}
      onSubmit={() => (isOther ? setAsking(true) : card.onSubmit())}
    >
      <FormField label="Name" hint="Visitors see it at the top of the chat." error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" />
      </FormField>
      <FormField
        label="Description"
        optional
        error={errors.description?.message}
        aside={<CharacterCount value={form.watch('description') ?? ''} limit={limits.agentDescription} />}
      >
        <Textarea {...form.register('description')} rows={3} />
      </FormField>
      <FormField
        label="Model"
        error={errors.model_id?.message}
        hint={
          agent.is_disabled ? (
            'Enable the agent to change its model.'
          ) : (
            <>
              What writes the replies. <ConnectModel />
            </>
          )
        }
      >
        <Select {...form.register('model_id')} aria-disabled={agent.is_disabled}>
          <ModelOptions
            models={models}
            plan={organization.plan}
            currentId={agent.model.id}
            onlyId={agent.is_disabled ? agent.model.id : undefined}
          />
        </Select>
      </FormField>
      {isOther && (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={`Change the model to ${wanted.name}?`}
          description={`${
            wanted.is_configured
              ? 'It writes the replies from now on.'
              : 'It is not connected, so the built-in model writes the replies until it is.'
          } Replies that visitors have had stay as they are.`}
          details={<ImpactOf agentId={agent.id} change={{ model: wanted.id }} />}
          confirmLabel="Change the model"
          tone="plain"
          onConfirm={() => {
            setAsking(false)
            card.onSubmit()
          }}
        />
      )}
    </FormCard>
  )
}
