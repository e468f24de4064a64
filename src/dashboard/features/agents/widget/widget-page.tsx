import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { UnsavedGuard } from '#dashboard/components/unsaved-guard.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type Look, Preview } from './preview.tsx'
import { Sightings } from './sightings.tsx'

const skeleton = <Skeleton className="h-100 w-full rounded-lg" />
// Loaded after the first view, as the code for form validation takes 40 kB (gzip).
const OriginsCard = late(() => import('./form-cards.ts'), 'OriginsCard', skeleton)
const AppearanceCard = late(() => import('./form-cards.ts'), 'AppearanceCard', skeleton)
const LimitCard = late(() => import('./form-cards.ts'), 'LimitCard', skeleton)

/** The screen for putting an agent onto a website: the line to copy, where the chat may be shown, and how it looks. */
export function WidgetPage({ agentId }: { agentId: string }) {
  const input = { params: { agent: agentId } }
  const { data: settings } = useSuspenseQuery(api.getAgentSettings.queryOptions(input))
  const { data: sightings } = useSuspenseQuery(api.getWidgetSightings.queryOptions(input))
  const [look, setLook] = useState<Look>()
  const { appearance, greeting, starters, away_text, locale } = settings
  const chat = `${location.origin}/chat/${agentId}`
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,48rem)_24rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <Card title="Put it on your site" description="Copy this line into every page that should have the chat.">
          <div className="flex flex-col gap-4">
            <CodeBlock
              label="Line for your pages"
              code={`<script async src="${location.origin}/widget/${agentId}.js"></script>`}
            />
            <CodeBlock label="Link to the chat’s own page" title="Or share a link" code={chat} />
            <p className="text-pretty text-muted">
              To know who is writing, let your server sign a token:{' '}
              <Link
                to="/agents/$agentId/developers"
                params={{ agentId }}
                hash="visitors-identity"
                className="underline underline-offset-2 hover:text-ink"
              >
                visitors’ identity
              </Link>
              . Your page hands it over with <code className="font-mono text-sm">Baton('identify', token)</code>.
            </p>
          </div>
        </Card>
        <OriginsCard agentId={agentId} settings={settings} />
        <Sightings agentId={agentId} allowed={settings.widget_origins} sightings={sightings} />
        <AppearanceCard agentId={agentId} settings={settings} onLook={setLook} />
        <LimitCard agentId={agentId} settings={settings} />
      </div>
      {/* The preview stays in view beside the fields that change it. */}
      <div className="xl:sticky xl:top-14">
        <Preview agentId={agentId} look={look ?? { appearance, greeting, starters, away_text, locale }} />
      </div>
      <UnsavedGuard />
    </div>
  )
}
