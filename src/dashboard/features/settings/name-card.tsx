import { changeNameBody } from '#contract/account.ts'
import { api } from '#dashboard/api/api.ts'
import { type Session, useSession } from '#dashboard/api/session.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { Input } from '#dashboard/ui/input.tsx'

const toForm = ({ user: { name } }: Session) => ({ name })

/** A card to change the name under which colleagues see the signed-in person. */
export function NameCard() {
  const session = useSession()
  const { form, errors, card } = useCardForm({
    schema: changeNameBody,
    served: toForm(session),
    toForm,
    save: api.updateAccount.mutationOptions(),
    // An unchanged name is not among the changed values, but is sent all the same.
    toInput: ({ name = session.user.name }) => ({ body: { name } }),
  })
  return (
    <FormCard title="Your name" {...card}>
      <FormField label="Name" error={errors.name?.message} className="max-w-sm">
        <Input {...form.register('name')} autoComplete="name" />
      </FormField>
    </FormCard>
  )
}
