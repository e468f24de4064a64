import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Input as CallInput } from '#contract/index.ts'
import { FormField } from '#dashboard/components/form-field.tsx'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { fieldNameFrom } from './action-names.ts'
import { useFollowing } from './use-following.ts'

export type ActionValues = CallInput<'createAction'>['body']

const typeLabels = { text: 'Text', email: 'E-mail', phone: 'Phone', number: 'Number' } as const

interface ActionFieldRowProps {
  form: UseFormReturn<ActionValues>
  index: number
  /** Removes the field; absent for an action's only field. */
  onRemove: (() => void) | undefined
}

/** Edits one field of an action. An empty key (the API's `name`) follows the label until the key is edited by hand. */
export function ActionFieldRow({ form, index, onRemove }: ActionFieldRowProps) {
  const { errors, isSubmitted, submitCount, touchedFields } = form.formState
  // A row added after a failed submit shows no errors until it is touched or submitted.
  const [addedAt] = useState(submitCount)
  const touched = Object.values(touchedFields.fields?.[index] ?? {}).some(Boolean)
  const problems = submitCount > addedAt || touched ? errors.fields?.[index] : undefined
  const at = `fields.${index}` as const
  const follows = useFollowing(form.getValues(`${at}.name`))
  const label = form.register(`${at}.label`, {
    onChange: (event: { target: { value: string } }) => {
      const name = follows(form.getValues(`${at}.name`), fieldNameFrom(event.target.value))
      form.setValue(`${at}.name`, name, { shouldDirty: true, shouldValidate: isSubmitted })
    },
  })
  return (
    <li className="flex items-start gap-2 rounded border border-line p-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-[1fr_1fr_8rem]">
        <FormField label="Label" hint="Visitors see it." error={problems?.label?.message}>
          <Input {...label} autoComplete="off" />
        </FormField>
        <FormField label="Key" hint="In the result." error={problems?.name?.message}>
          <Input {...form.register(`${at}.name`)} autoComplete="off" spellCheck={false} className="font-mono text-sm" />
        </FormField>
        <FormField label="Type" error={problems?.type?.message}>
          <Select {...form.register(`${at}.type`)}>
            {Object.entries(typeLabels).map(([type, text]) => (
              <option key={type} value={type}>
                {text}
              </option>
            ))}
          </Select>
        </FormField>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the label contains the checkbox */}
        <label className="flex cursor-pointer items-center gap-2 text-sm sm:col-span-3">
          <Checkbox {...form.register(`${at}.required`)} /> Has to be filled in
        </label>
      </div>
      {onRemove && <IconButton icon={Trash2} size="sm" label={`Remove field ${index + 1}`} onClick={onRemove} />}
    </li>
  )
}
