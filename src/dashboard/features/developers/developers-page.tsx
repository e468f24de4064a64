import { Link } from '@tanstack/react-router'
import ExternalLink from 'lucide-react/icons/external-link'
import { curlExamples } from '#contract/curl.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { useOrganization } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { Page } from '#dashboard/components/page.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { buttonVariants } from '#dashboard/ui/button.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { EndpointReference } from './endpoint-reference.tsx'
import { ErrorTable, RateTable, ScopeTable } from './reference-tables.tsx'

/** The reference of this server's public API. Its endpoints, limits, scopes and errors come from the contract. */
export function DevelopersPage() {
  const { may } = usePermissions()
  const organization = useOrganization()
  const baseUrl = `${window.location.origin}/v1`
  const examplesOf = (name: PublicRouteName) => curlExamples(name, baseUrl, { organization: organization.id })
  const [first = ''] = examplesOf('listAgents')
  return (
    <Page
      title="Developers"
      description="The API of this server. Everything the dashboard does with agents, sources and conversations goes through it."
      actions={
        <>
          <a href="/docs" target="_blank" rel="noreferrer" className={buttonVariants()}>
            Full reference <ExternalLink aria-hidden />
          </a>
          <a href="/v1/openapi.json" target="_blank" rel="noreferrer" className={buttonVariants()}>
            OpenAPI <ExternalLink aria-hidden />
          </a>
        </>
      }
    >
      <Card
        title="Begin here"
        description={
          <>
            {may('createApiKey') ? (
              <>
                Make a key under{' '}
                <Link to="/settings/api-keys" className="underline underline-offset-2 hover:text-ink">
                  API keys
                </Link>
              </>
            ) : (
              'Ask an owner for a key'
            )}
            , keep it in <code className="font-mono text-sm">BATON_API_KEY</code>, and ask for your agents.
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <dl className="flex flex-col gap-2">
            <Value label="Base URL">{baseUrl}</Value>
            <Value label="Organization">{organization.id}</Value>
          </dl>
          <CodeBlock label="first request" title="First request" code={first} />
        </div>
      </Card>
      <EndpointReference examplesOf={examplesOf} />
      <Card title="What every request has in common">
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-ink-soft [&_code]:font-mono [&_code]:text-sm [&_code]:text-ink">
          <li>
            Answers are <code>{'{data, meta}'}</code>; lists add <code>links</code> and take <code>page</code> and{' '}
            <code>per_page</code> (25, at most 100). Filters and <code>per_page</code> go with every page you ask for.
          </li>
          <li>
            A POST may carry an <code>Idempotency-Key</code>: sent again within a day, it gives the first answer and
            does nothing twice.
          </li>
          <li>
            GET answers an <code>ETag</code>. With <code>If-None-Match</code> an unchanged answer is 304, so polling is
            cheap.
          </li>
          <li>
            Times are ISO 8601 in UTC, ids are UUIDs, and <code>meta.request_id</code> finds a request in the server’s
            log.
          </li>
        </ul>
      </Card>
      <RateTable />
      <ScopeTable />
      <ErrorTable />
    </Page>
  )
}

function Value({ label, children }: { label: string; children: string }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
      <dt className="text-muted">{label}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code className="min-w-0 break-all font-mono text-sm">{children}</code>
        <CopyableId value={children} label={label} className="[&>span]:sr-only" />
      </dd>
    </div>
  )
}
