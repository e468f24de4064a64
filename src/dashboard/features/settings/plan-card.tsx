import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import type { Plan } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { fieldsAtOnce } from '#dashboard/api/optimistic.ts'
import { Card } from '#dashboard/components/card.tsx'
import { Choices } from '#dashboard/components/choice.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'

const plans: readonly { value: Plan; title: string; text: string }[] = [
  { value: 'premium', title: 'Premium', text: 'Everything: the API, premium models, people answering.' },
  { value: 'promotional', title: 'Promotional', text: 'The API, but neither premium models nor people answering.' },
  { value: 'free', title: 'Free', text: 'The dashboard and the built-in model; no API.' },
]

/** What is lost by changing to a plan, shown for confirmation before the change; undefined if nothing is lost. */
const losses: Record<Plan, string | undefined> = {
  premium: undefined,
  promotional: 'Agents can’t be given premium models any more, nor be set to hand over to people.',
  free: 'Every API key stops working until the plan changes again, and premium models can’t be chosen any more.',
}

/** A card to choose the organization's plan. There is no payment: whoever runs the server decides. */
export function PlanCard({ organization: { plan: current } }: { organization: Data<'getOrganization'> }) {
  const [asked, setAsked] = useState<Plan>()
  const update = api.updateOrganization.useMutation(fieldsAtOnce(useQueryClient(), api.getOrganization.key({})))
  const change = (plan: Plan) => {
    if (!update.isPending) update.mutate({ body: { plan } })
  }
  return (
    <Card title="Plan" description="What this organization may do and how much of it. On your own server you decide.">
      <Choices
        legend="Plan"
        options={plans}
        chosen={current}
        onChoose={(plan) => (losses[plan] ? setAsked(plan) : change(plan))}
      />
      {update.error && <ErrorNotice error={update.error} className="mt-3" />}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        title={`Change to the ${asked} plan?`}
        description={asked && losses[asked]}
        confirmLabel="Change plan"
        mutation={{ ...update, error: null }} // the card shows the error
        onConfirm={() => asked && change(asked)}
      />
    </Card>
  )
}
