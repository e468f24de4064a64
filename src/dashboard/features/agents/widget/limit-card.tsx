import { z } from 'zod'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { FormCard } from '#dashboard/components/form-card.tsx'
import { FormField } from '#dashboard/components/form-field.tsx'
import { useCardForm } from '#dashboard/components/use-card-form.ts'
import { Input } from '#dashboard/ui/input.tsx'

type Settings = Data<'getAgentSettings'>

const MOST = limits.aiRepliesPerDay.toLocaleString()

const schema = z.object({
  ai_replies_per_day: z
    .string()
    .refine(
      (value) => /^\d{1,6}$/.test(value.trim()) && Number(value) <= limits.aiRepliesPerDay,
      `must be a number up to ${MOST}`,
    ),
})
const toForm = ({ ai_replies_per_day }: Settings) => ({ ai_replies_per_day: String(ai_replies_per_day) })

/** Limits the AI's replies per day on websites, where a program can pretend to be many visitors. */
export function LimitCard({ agentId, settings }: { agentId: string; settings: Settings }) {
  const { form, errors, card } = useCardForm({
    schema,
    served: toForm(settings),
    toForm,
    save: api.updateAgentSettings.mutationOptions(),
    toInput: ({ ai_replies_per_day = '' }) => ({
      params: { agent: agentId },
      body: { ai_replies_per_day: Number(ai_replies_per_day) },
    }),
  })
  return (
    <FormCard title="Limit" scope="agent:edit" {...card}>
      <FormField
        label="AI answers per day"
        hint="On websites and the chat’s own page. What is asked beyond waits for people, and the visitor is told so."
        error={errors.ai_replies_per_day?.message}
      >
        <Input {...form.register('ai_replies_per_day')} inputMode="numeric" className="w-32" />
      </FormField>
    </FormCard>
  )
}
