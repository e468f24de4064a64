import { getRouteApi, useLocation } from '@tanstack/react-router'
import { Fragment, useEffect, useRef, useState } from 'react'
import { errorCodes } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { PublicRouteName } from '#contract/routes.ts'
import { CodeBlock } from '#dashboard/components/code-block.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Input } from '#dashboard/ui/input.tsx'
import { endpointGroups } from './endpoint-groups.ts'
import { queryParameters } from './query-parameters.ts'

const routeApi = getRouteApi('/_app/developers')

interface EndpointReferenceProps {
  examplesOf: (name: PublicRouteName) => string[]
}

export function EndpointReference({ examplesOf }: EndpointReferenceProps) {
  const { q: query = '' } = routeApi.useSearch()
  const navigate = routeApi.useNavigate()
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = (name: PublicRouteName) => {
    const { route, summary } = endpoints[name]
    const text = `${route.method} ${route.path} ${summary}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const groups = [...endpointGroups]
    .map(([label, names]) => ({ label, names: names.filter(fits) }))
    .filter(({ names }) => names.length > 0)
  return (
    <section aria-labelledby="endpoints" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="endpoints" className="font-semibold">
          Endpoints
        </h2>
        <Input
          type="search"
          aria-label="Search endpoints"
          placeholder="Search endpoints"
          className="sm:w-64"
          value={query}
          onChange={(event) =>
            void navigate({ search: { q: event.target.value || undefined }, replace: true, resetScroll: false })
          }
        />
      </div>
      {groups.length === 0 && <p className="py-8 text-center text-muted">No endpoint fits this search.</p>}
      {groups.map(({ label, names }) => (
        <section key={label} aria-label={label} className="overflow-clip rounded-lg border border-line bg-surface">
          <h3 className="border-line border-b bg-canvas px-4 py-2 font-medium text-muted text-sm">{label}</h3>
          <div className="divide-y divide-line">
            {names.map((name) => (
              <EndpointEntry key={name} name={name} examplesOf={examplesOf} />
            ))}
          </div>
        </section>
      ))}
    </section>
  )
}

const methodTones = { GET: 'text-ai', POST: 'text-success', PATCH: 'text-warning', DELETE: 'text-danger' } as const

function EndpointEntry({ name, examplesOf }: EndpointReferenceProps & { name: PublicRouteName }) {
  const { hash } = useLocation()
  const navigate = routeApi.useNavigate()
  const [open, setOpen] = useState(hash === name)
  const { route, summary } = endpoints[name]
  const entry = useRef<HTMLDetailsElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for the endpoint in the address when the page opens
  useEffect(() => {
    if (open) entry.current?.scrollIntoView()
  }, [])
  const onToggle = (isOpen: boolean) => {
    setOpen(isOpen)
    // Puts the opened endpoint into the address, so that it can be shared.
    if (isOpen && hash !== name)
      void navigate({ search: true, hash: name, replace: true, resetScroll: false, hashScrollIntoView: false })
  }
  return (
    <details
      id={name}
      ref={entry}
      className="scroll-mt-4"
      open={open}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary className="grid cursor-pointer grid-cols-[3.5rem_1fr] items-baseline gap-x-3 px-4 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 lg:grid-cols-[3.5rem_auto_1fr]">
        <span className={cn('font-mono font-semibold text-sm', methodTones[route.method])}>{route.method}</span>
        <span className="wrap-anywhere min-w-0 font-mono text-sm">
          {route.path.split(/(?=\/)/).map((segment) => (
            <Fragment key={segment}>
              <wbr />
              {segment}
            </Fragment>
          ))}
        </span>
        <span className="text-muted max-lg:col-start-2 lg:text-right">{summary}</span>
      </summary>
      {open && <EndpointBody name={name} examplesOf={examplesOf} />}
    </details>
  )
}

/** Title of an example, which distinguishes the kinds of body that one endpoint accepts. */
function titleOf(command: string): string {
  const type = /"type":"(\w+)"|-F type=(\w+)/.exec(command)
  return type ? `curl, type ${type[1] ?? type[2]}` : 'curl'
}

function EndpointBody({ name, examplesOf }: EndpointReferenceProps & { name: PublicRouteName }) {
  const endpoint = endpoints[name]
  const { route } = endpoint
  const parameters = queryParameters(name)
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
      <p className="flex flex-wrap items-center gap-1.5">
        <Badge>{route.scope}</Badge>
        <Badge>{route.rate} class</Badge>
        <Badge>answers {route.status}</Badge>
      </p>
      {examplesOf(name).map((command, index) => (
        <CodeBlock
          key={command}
          title={titleOf(command)}
          label={`command ${index + 1} for ${endpoint.summary}`}
          code={command}
        />
      ))}
      {parameters.length > 0 && (
        <p className="text-sm">
          <span className="text-muted">Query: </span>
          {parameters.map(({ name: parameter, values }, index) => (
            <span key={parameter}>
              {index > 0 && ', '}
              <code className="font-mono">{parameter}</code>
              {values && <span className="text-muted"> ({values.join(', ')})</span>}
            </span>
          ))}
        </p>
      )}
      <p className="text-sm">
        <span className="text-muted">Errors: </span>
        <code className="font-mono">{errorCodes(endpoint).join(', ')}</code>
      </p>
    </div>
  )
}
