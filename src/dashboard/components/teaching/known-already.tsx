import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { isPaid as isPaidModel, useModels } from '#dashboard/api/use-models.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { isBuiltIn } from '#dashboard/lib/built-in-model.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { type KnownPair, pairQuoted } from './known-pair.ts'

interface KnownAlreadyProps {
  agentId: string
  question: string
  /** The pair that is to be changed; undefined if a source is to be added instead. */
  changed: KnownPair | undefined
  onChange: (pair: KnownPair | undefined) => void
}

/** Shows what the agent replies today, for a credit only if agreed to. Offers to change the pair that it quotes. */
export function KnownAlready({ agentId, question, changed, onChange }: KnownAlreadyProps) {
  const params = { agent: agentId }
  const agent = api.getAgent.useQuery({ params })
  const models = useModels()
  const model = models.data?.find(({ id }) => id === agent.data?.model.id)
  // The built-in model stands in for one of a provider that is not configured; a model of one's own is free of credits.
  const isFree = (agent.data && isBuiltIn(agent.data.model)) || (model !== undefined && !isPaidModel(model))
  const isPaid = !isFree && agent.data !== undefined && !models.isPending
  const [isAsked, setAsked] = useState(false)
  const today = useQuery({
    queryKey: ['repliedToday', agentId, question],
    queryFn: ({ signal }) =>
      call('askPlayground', { params, body: { messages: [{ role: 'visitor', content: question }] } }, { signal }),
    enabled: isFree || isAsked,
    staleTime: 60_000,
    retry: false,
  })
  const [cited] = today.data?.trace.citations ?? []
  const content = api.getSourceContent.useQuery({
    params: { ...params, source: cited?.source_id ?? '' },
    enabled: cited !== undefined,
  })
  if (isPaid && !isAsked)
    return (
      <Button size="sm" className="self-start" onClick={() => setAsked(true)}>
        Ask what it replies today, for a credit
      </Button>
    )
  const failed = [agent, today].find(({ data, error }) => error && !data)
  if (failed)
    return (
      <ErrorNotice
        error={failed.error}
        act="What it replies today is not known"
        onRetry={() => void failed.refetch()}
      />
    )
  if (!today.data) return <Skeleton className="h-12 w-full" />
  const { content: reply, trace } = today.data
  const pair = cited && content.data && pairQuoted(content.data, cited)
  return (
    <section
      aria-label="What it replies today"
      className="flex flex-col gap-1.5 rounded-lg border border-line bg-sunken px-3 py-2.5"
    >
      <h3 className="text-muted text-sm">
        {trace.decision === 'answered'
          ? `It replies today, from “${cited?.title ?? 'its sources'}”`
          : 'It does not know this today'}
      </h3>
      {trace.decision === 'answered' && (
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {reply}
        </p>
      )}
      {pair && (
        <div className="flex flex-wrap items-center gap-2 pt-1">
          {changed ? (
            <>
              <p className="flex-1 text-sm">This answer is changed, and no other is added.</p>
              <Button size="sm" onClick={() => onChange(undefined)}>
                Add another instead
              </Button>
            </>
          ) : (
            <Button size="sm" onClick={() => onChange(pair)}>
              Change that instead
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
