import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { changeNameBody } from '#contract/account.ts'
import { api } from '#dashboard/api/api.ts'
import { placeErrors } from '#dashboard/api/field-errors.ts'
import { useSession } from '#dashboard/api/session.ts'
import { settleSaved, useFollowServer } from '#dashboard/components/follow-server.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useUnsaved } from '#dashboard/lib/unsaved.ts'
import { Input } from '#dashboard/ui/input.tsx'

/** A card to change the name under which colleagues see the signed-in person. */
export function NameCard() {
  const { user } = useSession()
  const form = useForm({ resolver: zodResolver(changeNameBody), defaultValues: { name: user.name } })
  const overtaken = useFollowServer(form, { name: user.name })
  const { errors, isDirty } = form.formState
  const { onError, notice } = placeErrors(form.setError, ['name'])
  const update = useMutation({ ...api.updateAccount.mutationOptions(), onError })
  useUnsaved(isDirty)
  const submit = form.handleSubmit((body) => {
    if (update.isPending) return
    const sent = { ...form.getValues() }
    update.mutate({ body }, { onSuccess: ({ user: { name } }) => settleSaved(form, sent, { name }) })
  })
  return (
    <FormCard
      title="Your name"
      dirty={isDirty}
      overtaken={overtaken}
      update={update}
      error={notice(update.error)}
      onSubmit={() => void submit()}
      onDiscard={() => form.reset()}
    >
      <FormField label="Name" error={errors.name?.message} className="max-w-sm">
        {(field) => <Input {...field} {...form.register('name')} autoComplete="name" />}
      </FormField>
    </FormCard>
  )
}
