import { useId } from 'react'
import { type LabelColor, labelColors } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { createLabelBody } from '#contract/labels.ts'
import { api } from '#dashboard/api/api.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { LabelDot } from '#dashboard/components/label-dot.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { Input } from '#dashboard/ui/input.tsx'

interface LabelDialogProps {
  /** The label to change; undefined for a new one. */
  label: Data<'listLabels'>[number] | undefined
  onClose: () => void
}

export function LabelDialog({ label, onClose }: LabelDialogProps) {
  const group = useId()
  const { form, onError, notice } = useCheckedForm(createLabelBody, {
    name: label?.name ?? '',
    color: label?.color ?? ('blue' as LabelColor),
  })
  const { errors, isDirty } = form.formState
  const color = form.watch('color')
  const create = api.createLabel.useMutation({ onError })
  const update = api.updateLabel.useMutation({ onError })
  const { isPending, error } = label ? update : create
  const submit = form.handleSubmit((body) => {
    if (isPending) return
    if (label) update.mutate({ params: { label: label.id }, body }, { onSuccess: onClose })
    else create.mutate({ body }, { onSuccess: onClose })
  })
  return (
    <FormDialog
      title={label ? `Change ${label.name}` : 'New label'}
      losing={isDirty ? 'What you wrote here will be lost.' : undefined}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={label ? 'Save' : 'Create label'}
      pending={isPending}
      error={notice(error)}
    >
      <FormField label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoFocus autoComplete="off" />
      </FormField>
      <fieldset>
        <legend className="mb-1.5 font-medium">Colour</legend>
        <div className="grid grid-cols-2 gap-1 sm:grid-cols-4">
          {labelColors.map((offered) => (
            <label
              key={offered}
              className={cn(
                'flex h-control cursor-pointer items-center gap-2 rounded border px-2.5 capitalize has-focus-visible:outline-2',
                offered === color ? 'border-ink bg-hover' : 'border-line hover:bg-hover',
              )}
            >
              <input
                type="radio"
                name={group}
                className="sr-only"
                checked={offered === color}
                onChange={() => form.setValue('color', offered, { shouldDirty: true })}
              />
              <LabelDot color={offered} className="size-2.5" />
              {offered}
            </label>
          ))}
        </div>
      </fieldset>
    </FormDialog>
  )
}
