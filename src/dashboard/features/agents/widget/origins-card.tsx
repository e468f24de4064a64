import { z } from 'zod'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { linesOf } from '#dashboard/lib/lines.ts'
import { Textarea } from '#dashboard/ui/textarea.tsx'
import { StepTitle } from './step-title.tsx'
import { describeWrongOrigins } from './wrong-origins.ts'

type Settings = Data<'getAgentSettings'>

const schema = z.object({
  widget_origins: z.string().superRefine((value, context) => {
    const message = describeWrongOrigins(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  }),
})
const toForm = ({ widget_origins }: Settings) => ({ widget_origins: widget_origins.join('\n') })

export function OriginsCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const { form, errors, card } = useCardForm({
    schema,
    served: toForm(settings),
    toForm,
    save: api.updateAgentSettings.mutationOptions(),
    toInput: ({ widget_origins = '' }) => ({
      params: { agent: agentId },
      body: { widget_origins: linesOf(widget_origins) },
    }),
  })
  return (
    <FormCard
      title={<StepTitle number={1} text="Allow your website" isDone={settings.widget_origins.length > 0} />}
      scope="agent:edit"
      {...card}
    >
      <FormField
        label="Allowed websites"
        hint="One address a line, such as https://www.example.com; https://*.example.com means all below example.com. With none, only the chat’s own page works."
        error={errors.widget_origins?.message}
      >
        <Textarea
          {...form.register('widget_origins')}
          rows={3}
          spellCheck={false}
          placeholder="https://www.example.com"
        />
      </FormField>
    </FormCard>
  )
}
