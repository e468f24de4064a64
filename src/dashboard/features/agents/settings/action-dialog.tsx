import Plus from 'lucide-react/icons/plus'
import { useFieldArray } from 'react-hook-form'
import { actionBody } from '#contract/actions.ts'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { ActionFieldRow, type ActionValues } from './action-field-row.tsx'
import { slugFrom } from './action-names.ts'
import { useFollowing } from './use-following.ts'

export type AgentAction = Data<'listActions'>[number]

const NEW_FIELD: ActionValues['fields'][number] = { name: '', label: '', type: 'text', required: true }
const NEW_ACTION: ActionValues = { slug: '', name: '', description: '', fields: [NEW_FIELD] }

const toForm = ({ slug, name, description, fields }: AgentAction): ActionValues => ({ slug, name, description, fields })

interface ActionDialogProps {
  agentId: string
  /** The action to edit; absent for a new one. */
  action: AgentAction | undefined
  onClose: () => void
}

export function ActionDialog({ agentId, action, onClose }: ActionDialogProps) {
  const { form, onError, notice } = useCheckedForm(actionBody, action ? toForm(action) : NEW_ACTION)
  const { errors, isDirty, isSubmitted } = form.formState
  const fields = useFieldArray({ control: form.control, name: 'fields' })
  const create = api.createAction.useMutation({ onError })
  const update = api.updateAction.useMutation({ onError })
  const pending = create.isPending || update.isPending
  const submit = form.handleSubmit((body) => {
    if (pending) return
    if (action) update.mutate({ params: { agent: agentId, action: action.id }, body }, { onSuccess: onClose })
    else create.mutate({ params: { agent: agentId }, body }, { onSuccess: onClose })
  })
  const follows = useFollowing(form.getValues('slug'))
  const name = form.register('name', {
    onChange: (event: { target: { value: string } }) => {
      const slug = follows(form.getValues('slug'), slugFrom(event.target.value))
      form.setValue('slug', slug, { shouldDirty: true, shouldValidate: isSubmitted })
    },
  })
  return (
    <FormDialog
      title={action ? 'Edit action' : 'New action'}
      description="A form that the AI shows a visitor when the moment you describe has come."
      size="lg"
      losing={isDirty ? 'What you changed here will be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={action ? 'Save action' : 'Create action'}
      pending={pending}
      error={notice(create.error ?? update.error)}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField label="Name" hint="Visitors see it above the form." error={errors.name?.message}>
          <Input {...name} autoFocus autoComplete="off" />
        </FormField>
        <FormField label="Slug" hint="How your programs know it." error={errors.slug?.message}>
          <Input {...form.register('slug')} autoComplete="off" spellCheck={false} className="font-mono text-sm" />
        </FormField>
      </div>
      <FormField
        label="When to ask"
        hint="For example: when the visitor wants to be called back."
        error={errors.description?.message}
      >
        <Textarea {...form.register('description')} rows={2} />
      </FormField>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 font-medium">Fields</legend>
        <ol className="flex flex-col gap-2">
          {fields.fields.map((row, index) => (
            <ActionFieldRow
              key={row.id}
              form={form}
              index={index}
              onRemove={fields.fields.length > 1 ? () => fields.remove(index) : undefined}
            />
          ))}
        </ol>
        <div>
          <Button
            size="sm"
            disabled={fields.fields.length >= limits.actionFields}
            onClick={() => fields.append(NEW_FIELD)}
          >
            <Plus aria-hidden /> Add a field
          </Button>
        </div>
      </fieldset>
    </FormDialog>
  )
}
