import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { byteSize, counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'

type Content = Data<'getSourceContent'>

/** As much of a long text as is shown at first, since a page may hold a whole book. */
const SHOWN_CHARACTERS = 4_000
const SHOWN_PAIRS = 20

/** What the agent learnt from a source: the text or the pairs, where a page was read, and how often answers cite it. */
export function SourceContent({ agentId, sourceId }: { agentId: string; sourceId: string }) {
  const content = useQuery(api.getSourceContent.queryOptions({ params: { agent: agentId, source: sourceId } }))
  return (
    <section aria-label="What the agent learnt" className="flex flex-col gap-2">
      <h3 className="font-medium">What the agent learnt</h3>
      {content.data ? (
        <Learnt content={content.data} />
      ) : content.error ? (
        <ErrorNotice error={content.error} onRetry={() => void content.refetch()} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </section>
  )
}

function Learnt({ content }: { content: Content }) {
  const { page, passages, cited_90_days: cited } = content
  return (
    <>
      <p className="text-muted text-sm">
        {counted(passages.length, 'passage')}, cited in {counted(cited, 'answer')} in the last 90 days.
        {page && (
          <>
            {' '}
            Read <RelativeTime value={page.fetched_at} />, {byteSize(page.size_bytes)}.
          </>
        )}
      </p>
      {content.questions ? <Pairs pairs={content.questions} /> : <Text text={content.content ?? ''} />}
    </>
  )
}

function Text({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(text.length <= SHOWN_CHARACTERS)
  if (!text) return <p className="text-muted">Nothing yet.</p>
  return (
    <>
      <p className="whitespace-pre-wrap break-words rounded border border-line p-3 text-sm">
        {isWhole ? text : `${text.slice(0, SHOWN_CHARACTERS).toWellFormed()}…`}
      </p>
      {!isWhole && <ShowAll onClick={() => setIsWhole(true)} />}
    </>
  )
}

function Pairs({ pairs }: { pairs: NonNullable<Content['questions']> }) {
  const [isWhole, setIsWhole] = useState(pairs.length <= SHOWN_PAIRS)
  return (
    <>
      <dl className="flex flex-col gap-2 rounded border border-line p-3 text-sm">
        {(isWhole ? pairs : pairs.slice(0, SHOWN_PAIRS)).map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same question may stand in the list twice.
          <div key={index}>
            <dt className="break-words font-medium">{question}</dt>
            <dd className="whitespace-pre-wrap break-words">{answer}</dd>
          </div>
        ))}
      </dl>
      {!isWhole && <ShowAll onClick={() => setIsWhole(true)} />}
    </>
  )
}

function ShowAll({ onClick }: { onClick: () => void }) {
  return (
    <div>
      <Button size="sm" onClick={onClick}>
        Show all of it
      </Button>
    </div>
  )
}
