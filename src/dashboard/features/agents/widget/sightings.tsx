import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { StepTitle } from './step-title.tsx'

interface SightingsProps {
  agentId: string
  allowed: readonly string[]
  sightings: Data<'getWidgetSightings'>
}

/** The websites on which the chat was seen, and those that were refused, which can be allowed here. */
export function Sightings({ agentId, allowed, sightings }: SightingsProps) {
  const [asked, setAsked] = useState<string>()
  const client = useQueryClient()
  const params = { agent: agentId }
  const update = api.updateAgentSettings.useMutation({
    // Known at once, as the next website is added to those that are allowed.
    onSuccess: (settings) => client.setQueryData(api.getAgentSettings.key({ params }), settings),
  })
  const refused = sightings.refused.filter(({ origin }) => !allowed.includes(origin))
  const allow = () => asked && update.mutate({ params, body: { widget_origins: [...allowed, asked] } })
  return (
    <Card title={<StepTitle number={3} text="Seen on your website" isDone={sightings.seen.length > 0} />}>
      {sightings.seen.length + refused.length === 0 && (
        <p className="text-muted">
          On no website yet. Open a page that has the line: it is listed here then, with the time.
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {sightings.seen.map(({ origin, seen_at }) => (
          <li key={origin} className="break-all">
            {origin} <RelativeTime value={seen_at} className="text-muted text-sm" />
          </li>
        ))}
        {refused.map(({ origin, seen_at }) => (
          <li key={origin} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 break-all">
              {origin}{' '}
              <span className="text-muted text-sm">
                not allowed, asked for it <RelativeTime value={seen_at} />
              </span>
            </span>
            <Button size="sm" onClick={() => setAsked(origin)} aria-label={`Allow ${origin}`}>
              Allow
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={`Allow ${asked ?? ''}?`}
        description="Whoever owns that website can then show your chat on it. Allow only websites that are yours."
        confirmLabel="Allow website"
        tone="plain"
        mutation={update}
        onConfirm={allow}
      />
    </Card>
  )
}
