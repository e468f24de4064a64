import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { paced } from '#dashboard/api/paced.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { FilterSelect } from '#dashboard/components/filter-select.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { CrawlChoice } from './crawl-choice.tsx'
import { CrawlLearning } from './crawl-learning.tsx'
import { useAddSite } from './use-add-site.ts'

type Agent = Data<'listAgents'>[number]

interface CrawlPagesProps {
  /** The pages that the crawl has found, and the address that it began at. */
  urls: readonly string[]
  seed: string
  /** The agents that can learn, and the one that is to learn. */
  agents: readonly Agent[]
  agent: Agent | undefined
  find: string
  onChange: (changed: { agent?: string | undefined; find?: string | undefined }) => void
}

/** What a crawl has found: which agent is to learn it, the pages to choose from, and how the learning goes. */
export function CrawlPages(props: CrawlPagesProps) {
  const { urls, agents, agent, onChange } = props
  if (urls.length === 0)
    return (
      <Card
        title="No page was found"
        description="Pages are left out that ask to sign in, do not want to be found by search engines, or are files."
      />
    )
  return (
    <>
      <Card
        title={`Found: ${counted(urls.length, 'page')}`}
        description="Choose which agent is to learn them, and whether once or whenever they change."
      >
        <div className="flex flex-wrap items-center gap-3">
          <FilterSelect
            label="Agent"
            any="Choose an agent…"
            className="sm:w-72"
            options={agents.map(({ id, name }) => [id, name] as const)}
            value={agent?.id}
            onChange={(id) => onChange({ agent: id })}
          />
          {agent && <KeepUpToDate seed={props.seed} agent={agent} />}
        </div>
      </Card>
      {agent && <Learn {...props} agent={agent} />}
    </>
  )
}

/** Learning the pages once: those that are no sources of the agent's can be chosen, and those that are, followed. */
function Learn({ urls, agent, find, onChange }: CrawlPagesProps & { agent: Agent }) {
  const client = useQueryClient()
  const params = { agent: agent.id }
  const addresses = api.listSourceAddresses.useQuery({ params })
  const create = api.createSource.useMutation()
  const [sent, setSent] = useState(0)
  const learn = useMutation({
    async mutationFn(chosen: readonly string[]) {
      for (let at = 0; at < chosen.length; at += limits.urlsPerRequest) {
        setSent(at)
        const body = { type: 'url' as const, urls: chosen.slice(at, at + limits.urlsPerRequest) }
        await paced(() => create.mutateAsync({ params, body }))
      }
    },
    // The list of sources must be read again before the pages that were just added could be chosen again.
    onSettled: () => client.refetchQueries({ queryKey: api.listSourceAddresses.key({ params }) }),
  })
  if (!addresses.data)
    return <NotLoaded query={addresses} placeholder={<Skeleton className="h-96 w-full rounded-lg" />} />
  const known = new Set(addresses.data)
  const fresh = urls.filter((url) => !known.has(url))
  const sending = learn.variables ?? []
  if (learn.isPending)
    return (
      <Card title={`Giving ${counted(sending.length, 'page')} to ${agent.name}`}>
        <Progress value={(100 * sent) / sending.length} label="Pages given" />
        <p className="mt-3 text-muted tabular-nums" aria-live="polite">
          {sent.toLocaleString()} of {sending.length.toLocaleString()}
        </p>
      </Card>
    )
  return (
    <>
      {learn.error && <ErrorNotice error={learn.error} act="Not all pages were added" />}
      {fresh.length < urls.length && <CrawlLearning agent={agent} urls={urls.filter((url) => known.has(url))} />}
      {fresh.length > 0 && (
        <CrawlChoice
          key={fresh.length}
          urls={fresh}
          first={learn.error ? learn.variables : undefined}
          agentName={agent.name}
          find={find}
          onFind={(words) => onChange({ find: words })}
          onLearn={(chosen) => learn.mutate(chosen)}
          isRest={fresh.length < urls.length}
        />
      )}
    </>
  )
}

/** A button that makes a website of the crawl which the agent is kept up to date with. */
function KeepUpToDate({ seed, agent }: { seed: string; agent: Agent }) {
  const { add, isPending, error } = useAddSite(agent.id)
  return (
    <>
      <Button className="max-sm:w-full" pending={isPending} onClick={() => add(seed)}>
        Keep this website up to date
      </Button>
      {error && <ErrorNotice error={error} className="basis-full" />}
    </>
  )
}
