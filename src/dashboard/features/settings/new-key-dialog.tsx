import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { createApiKeyBody } from '#contract/organizations.ts'
import type { Scope } from '#contract/scopes.ts'
import { applyFieldErrors } from '#dashboard/api/field-errors.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { DialogForm } from '#dashboard/components/dialog-form.tsx'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { SecretOnce } from '#dashboard/components/secret-once.tsx'
import { Dialog, DialogContent } from '#dashboard/ui/dialog.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { ScopePicker } from './scope-picker.tsx'
import { dayAfter } from './scope-presets.ts'

const USUAL_DAYS = 90

const useKeyForm = () =>
  useForm({
    resolver: zodResolver(createApiKeyBody),
    defaultValues: { name: '', scopes: [] as Scope[], expires_at: dayAfter(Date.now(), USUAL_DAYS) },
  })

/** A dialog that creates an API key and then shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string>()
  const form = useKeyForm()
  const { close, question } = useDiscard(
    form.formState.isDirty && key === undefined ? 'The key is not created yet.' : undefined,
    onClose,
  )
  return (
    <Dialog open onOpenChange={(open) => !open && key === undefined && close()}>
      {key === undefined ? (
        <KeyForm form={form} onKey={setKey} onCancel={close} question={question} />
      ) : (
        <SecretOnce
          title="Store the key"
          description="Your program sends it as “Authorization: Bearer …”. Keep it on your servers: never in a page or an app."
          secret={key}
          variable="BATON_API_KEY"
          onStored={onClose}
        />
      )}
    </Dialog>
  )
}

interface KeyFormProps {
  form: ReturnType<typeof useKeyForm>
  onKey: (key: string) => void
  onCancel: () => void
  question: ReactNode
}

function KeyForm({ form, onKey, onCancel, question }: KeyFormProps) {
  const organization = useOrganization()
  const { errors } = form.formState
  const create = useSecretMutation('createApiKey', {
    onSecret: onKey,
    onError: (error) => applyFieldErrors(error, form.setError, ['name', 'scopes', 'expires_at']),
  })
  const submit = form.handleSubmit((body) => {
    if (!create.isPending) create.mutate({ params: { organization: organization.id }, body })
  })
  return (
    <DialogContent title="New API key" description="Give it no more than its program needs." size="lg">
      <DialogForm
        onSubmit={() => void submit()}
        onCancel={onCancel}
        submitLabel="Create key"
        pending={create.isPending}
        error={Object.keys(errors).length === 0 ? create.error : null}
      >
        <FormField label="Name" hint="Where it will be used, to know it by." error={errors.name?.message}>
          {(field) => <Input {...field} {...form.register('name')} autoFocus autoComplete="off" />}
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
      </DialogForm>
      {question}
    </DialogContent>
  )
}
