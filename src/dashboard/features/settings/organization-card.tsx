import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Data } from '#contract/index.ts'
import { updateOrganizationBody } from '#contract/organizations.ts'
import { api } from '#dashboard/api/api.ts'
import { applyFieldErrors } from '#dashboard/api/field-errors.ts'
import { useFollowServer } from '#dashboard/components/follow-server.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useUnsaved } from '#dashboard/lib/unsaved.ts'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { Input } from '#dashboard/ui/input.tsx'

const formSchema = updateOrganizationBody.pick({ name: true }).required()

export function OrganizationCard({ organization }: { organization: Data<'getOrganization'> }) {
  const form = useForm({ resolver: zodResolver(formSchema), defaultValues: { name: organization.name } })
  const overtaken = useFollowServer(form, { name: organization.name })
  const { errors, isDirty } = form.formState
  const update = useMutation({
    ...api.updateOrganization.mutationOptions(),
    onSuccess: ({ name }) => form.reset({ name }),
    onError: (error) => applyFieldErrors(error, form.setError, ['name']),
  })
  useUnsaved(isDirty)
  const submit = form.handleSubmit((body) => {
    if (!update.isPending) update.mutate({ params: { organization: organization.id }, body })
  })
  return (
    <FormCard
      title="Organization"
      actions={<CopyableId value={organization.id} label="organization id" />}
      dirty={isDirty}
      overtaken={overtaken}
      update={update}
      placed={Object.keys(errors).length > 0}
      onSubmit={() => void submit()}
      onDiscard={() => form.reset()}
    >
      <FormField label="Name" error={errors.name?.message}>
        {(field) => <Input {...field} {...form.register('name')} autoComplete="organization" />}
      </FormField>
    </FormCard>
  )
}
