import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { agentSettingsBody } from '#contract/agents.ts'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { applyFieldErrors } from '#dashboard/api/field-errors.ts'
import { useFollowServer } from '#dashboard/components/follow-server.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { useUnsaved } from '#dashboard/lib/unsaved.ts'
import { Textarea } from '#dashboard/ui/textarea.tsx'

type Settings = Data<'getAgentSettings'>

const schema = agentSettingsBody.pick({ instructions: true, greeting: true })
const toForm = ({ instructions, greeting }: Settings) => ({ instructions, greeting })

/** A card to edit the agent's greeting and its instructions on how to speak. */
export function VoiceCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: toForm(settings) })
  const overtaken = useFollowServer(form, toForm(settings))
  const { errors, dirtyFields, isDirty } = form.formState
  const update = useMutation({
    ...api.updateAgentSettings.mutationOptions(),
    onSuccess: (saved) => form.reset(toForm(saved)),
    onError: (error) => applyFieldErrors(error, form.setError, ['instructions', 'greeting']),
  })
  useUnsaved(isDirty)
  const submit = form.handleSubmit(({ greeting, instructions }) => {
    // Send only changed fields, as somebody else may have changed the other one.
    const body = { ...(dirtyFields.greeting && { greeting }), ...(dirtyFields.instructions && { instructions }) }
    if (!update.isPending) update.mutate({ params: { agent: agentId }, body })
  })
  return (
    <FormCard
      title="Voice"
      dirty={isDirty}
      overtaken={overtaken}
      update={update}
      placed={Object.keys(errors).length > 0}
      onSubmit={() => void submit()}
      onDiscard={() => form.reset()}
    >
      <FormField
        label="Greeting"
        hint="The first message of every new conversation."
        error={errors.greeting?.message}
        aside={<CharacterCount value={form.watch('greeting') ?? ''} limit={limits.agentGreeting} />}
      >
        {(field) => <Textarea {...field} {...form.register('greeting')} rows={2} />}
      </FormField>
      <FormField
        label="Instructions"
        optional
        hint="Tone, language, what to leave alone. Facts belong in the sources."
        error={errors.instructions?.message}
        aside={<CharacterCount value={form.watch('instructions') ?? ''} limit={limits.agentInstructions} />}
      >
        {(field) => <Textarea {...field} {...form.register('instructions')} rows={6} />}
      </FormField>
    </FormCard>
  )
}
