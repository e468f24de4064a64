import { agentSettingsBody } from '#contract/agents.ts'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { CharacterCount, FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { Textarea } from '#dashboard/ui/textarea.tsx'

type Settings = Data<'getAgentSettings'>

const schema = agentSettingsBody.pick({ instructions: true, greeting: true })
const toForm = ({ instructions, greeting }: Settings) => ({ instructions, greeting })

export function VoiceCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const { form, errors, card } = useCardForm({
    schema,
    served: toForm(settings),
    toForm,
    save: api.updateAgentSettings.mutationOptions(),
    toInput: (body) => ({ params: { agent: agentId }, body }),
  })
  return (
    <FormCard title="Voice" scope="agent:edit" {...card}>
      <FormField
        label="Greeting"
        hint="The first message of every new conversation."
        error={errors.greeting?.message}
        aside={<CharacterCount value={form.watch('greeting') ?? ''} limit={limits.agentGreeting} />}
      >
        <Textarea {...form.register('greeting')} rows={2} />
      </FormField>
      <FormField
        label="Instructions"
        optional
        hint="Tone, language, what to leave alone. Facts belong in the sources."
        error={errors.instructions?.message}
        aside={<CharacterCount value={form.watch('instructions') ?? ''} limit={limits.agentInstructions} />}
      >
        <Textarea {...form.register('instructions')} rows={6} />
      </FormField>
    </FormCard>
  )
}
