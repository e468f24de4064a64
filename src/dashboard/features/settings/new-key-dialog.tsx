import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { createApiKeyBody } from '#contract/organizations.ts'
import type { Scope } from '#contract/scopes.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { SecretDialog } from '#dashboard/components/secret-dialog.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Input } from '#dashboard/ui/input.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { ScopePicker } from './scope-picker.tsx'
import { dayAfter } from './scope-presets.ts'

const USUAL_DAYS = 90

/** A dialog that creates an API key and then shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>()
  if (key === undefined) return <KeyForm onKey={setKey} onClose={onClose} />
  return (
    <SecretDialog
      title="Store the key"
      description="Your program sends it as “Authorization: Bearer …”. Keep it on your servers: never in a page or an app."
      secret={key}
      variable="BATON_API_KEY"
      onStored={onClose}
    />
  )
}

function KeyForm({ onKey, onClose }: { onKey: (key: string) => void; onClose: () => void }) {
  const { form, onError, notice } = useCheckedForm(createApiKeyBody, {
    name: '',
    scopes: [] as Scope[],
    expires_at: dayAfter(Date.now(), USUAL_DAYS),
  })
  const { errors, isDirty } = form.formState
  const create = useSecretMutation('createApiKey', { onSecret: onKey, onError })
  const submit = form.handleSubmit((body) => {
    if (!create.isPending) create.mutate({ body })
  })
  const unsaved = isDirty ? 'The key is not created yet.' : undefined
  return (
    <FormDialog
      title="New API key"
      description="Give it no more than its program needs."
      size="lg"
      losing={create.isPending ? 'The key is being created. It is shown only once: nobody would have it.' : unsaved}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel="Create key"
      pending={create.isPending}
      error={notice(create.error)}
    >
      <FormField label="Name" hint="Where it will be used, to know it by." error={errors.name?.message}>
        <Input {...form.register('name')} autoFocus autoComplete="off" />
      </FormField>
      <Controller
        control={form.control}
        name="scopes"
        render={({ field, fieldState }) => (
          <ScopePicker
            chosen={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            firstRef={field.ref}
          />
        )}
      />
      <Controller
        control={form.control}
        name="expires_at"
        render={({ field, fieldState }) => (
          <ExpiryField value={field.value} onChange={field.onChange} error={fieldState.error?.message} />
        )}
      />
    </FormDialog>
  )
}
