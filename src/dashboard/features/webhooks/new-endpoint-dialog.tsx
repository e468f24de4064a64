import { useState } from 'react'
import { type WebhookEvent, webhookEventNames, webhookEvents } from '#contract/events.ts'
import { createWebhookEndpointBody } from '#contract/webhooks.ts'
import { useSecretMutation } from '#dashboard/api/use-secret-mutation.ts'
import { FormDialog } from '#dashboard/components/dialog-form.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { SecretDialog } from '#dashboard/components/secret-dialog.tsx'
import { useCheckedForm } from '#dashboard/components/use-checked-form.ts'
import { Checkbox } from '#dashboard/ui/checkbox.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { eventLabels } from './webhook-queries.ts'

const formSchema = createWebhookEndpointBody.required({ events: true })

/** A dialog that creates a webhook endpoint and then shows its signing secret once. */
export function NewEndpointDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const [secret, setSecret] = useState<string>()
  if (secret === undefined) return <EndpointForm agentId={agentId} onSecret={setSecret} onClose={onClose} />
  return (
    <SecretDialog
      title="Store the signing secret"
      description="Your server checks with it that a delivery is ours. “Checking the signature” on this page shows how."
      secret={secret}
      variable="BATON_WEBHOOK_SECRET"
      onStored={onClose}
    />
  )
}

interface EndpointFormProps {
  agentId: string
  onSecret: (secret: string) => void
  onClose: () => void
}

function EndpointForm({ agentId, onSecret, onClose }: EndpointFormProps) {
  const defaults = { url: '', events: [...webhookEventNames] as WebhookEvent[] }
  const { form, onError, notice } = useCheckedForm(formSchema, defaults, { mode: 'onChange' })
  const { errors, dirtyFields, isDirty } = form.formState
  const create = useSecretMutation('createWebhookEndpoint', { onSecret, onError })
  const submit = form.handleSubmit((body) => {
    if (!create.isPending) create.mutate({ params: { agent: agentId }, body })
  })
  const unsaved = isDirty ? 'The endpoint is not created yet.' : undefined
  const isPlain = /^http:/i.test(form.watch('url').trim())
  return (
    <FormDialog
      title="New endpoint"
      description="Your server gets a signed POST for each event."
      losing={create.isPending ? 'The endpoint is being created. Its signing secret would be lost.' : unsaved}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel="Create endpoint"
      pending={create.isPending}
      error={notice(create.error)}
    >
      <FormField
        label="URL"
        error={errors.url?.message}
        hint={
          isPlain
            ? 'Plain http is refused, unless this server’s operator allows the host.'
            : dirtyFields.url
              ? 'Looks right. It has to answer with 2xx within 15 seconds.'
              : 'It starts with https:// and can be reached from the internet.'
        }
      >
        <Input
          {...form.register('url')}
          autoFocus
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/baton-events"
          className="font-mono text-sm"
        />
      </FormField>
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-1.5 font-medium">Events</legend>
        {webhookEventNames.map((event) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the label contains the checkbox
          <label key={event} className="flex cursor-pointer gap-2.5">
            <Checkbox {...form.register('events')} value={event} className="mt-0.5" />
            <span className="min-w-0">
              <span className="block font-medium">{eventLabels[event]}</span>
              <span className="block text-pretty text-muted text-sm">{webhookEvents[event]}</span>
              <code className="mt-0.5 block break-all font-mono text-muted text-xs">{event}</code>
            </span>
          </label>
        ))}
        {errors.events && (
          <p role="alert" className="text-danger text-sm">
            Choose at least one.
          </p>
        )}
      </fieldset>
    </FormDialog>
  )
}
