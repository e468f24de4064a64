import type { Data } from '#contract/index.ts'
import { updateOrganizationBody } from '#contract/organizations.ts'
import { api } from '#dashboard/api/api.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { Input } from '#dashboard/ui/input.tsx'

const schema = updateOrganizationBody.pick({ name: true }).required()
const toForm = ({ name }: Data<'updateOrganization'>) => ({ name })

export function OrganizationCard({ organization }: { organization: Data<'getOrganization'> }) {
  const { form, errors, card } = useCardForm({
    schema,
    served: toForm(organization),
    toForm,
    save: api.updateOrganization.mutationOptions(),
    toInput: (body) => ({ body }),
  })
  return (
    <FormCard title="Organization" actions={<CopyableId value={organization.id} label="organization id" />} {...card}>
      <FormField label="Name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="organization" />
      </FormField>
    </FormCard>
  )
}
