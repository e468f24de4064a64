import { useNavigate } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { createAgentBody } from '#contract/agents.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useModels } from '#dashboard/api/use-models.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { ConnectModel, ModelOptions } from '#dashboard/components/model-options.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'

export function NewAgentDialog({ onClose }: { onClose: () => void }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const models = useModels()
  const { form, onError, notice } = useCheckedForm(createAgentBody, { name: '', description: '', id: undefined })
  const { errors, dirtyFields } = form.formState
  const create = api.createAgent.useMutation({ onError })
  const submit = form.handleSubmit((body) => {
    if (create.isPending) return
    const wanted = { body }
    create.mutate(wanted, {
      onSuccess: (agent) =>
        void navigate({ to: '/agents/$agentId', params: { agentId: agent.id }, ignoreBlocker: true }),
    })
  })
  const typed = dirtyFields.name || dirtyFields.description || dirtyFields.id
  return (
    <FormDialog
      title="New agent"
      description="You can change all of this later."
      losing={typed ? 'What you wrote about the agent will be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel="Create agent"
      pending={create.isPending}
      error={notice(create.error)}
    >
      <FormField label="Name" hint="Visitors see it at the top of the chat." error={errors.name?.message}>
        <Input {...form.register('name')} autoFocus autoComplete="off" />
      </FormField>
      <FormField
        label="Description"
        optional
        hint="What it is for, in a sentence."
        error={errors.description?.message}
        aside={<CharacterCount value={form.watch('description') ?? ''} limit={limits.agentDescription} />}
      >
        <Textarea {...form.register('description')} rows={3} />
      </FormField>
      <details open={errors.id !== undefined || undefined} className="group">
        <summary className="flex cursor-pointer list-none items-center gap-1 font-medium">
          <ChevronRight aria-hidden className="size-4 text-muted group-open:rotate-90" />
          Answer with a larger model <span className="font-normal text-muted">optional</span>
        </summary>
        <div className="mt-2 flex flex-col gap-2 pl-5">
          <p className="text-pretty text-muted text-sm">
            The built-in model answers in the words of your sources. A larger one words its answers more freely.
          </p>
          <FormField label="Model" hint={<ConnectModel />} error={errors.id?.message}>
            <Select {...form.register('id', { setValueAs: (value: string) => value || undefined })}>
              <ModelOptions models={models.data} plan={organization.plan} />
            </Select>
          </FormField>
        </div>
      </details>
    </FormDialog>
  )
}
