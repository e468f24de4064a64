import { useQuery } from '@tanstack/react-query'
import { ChevronRight, CircleHelp, Hand, Quote } from 'lucide-react'
import { api } from '#dashboard/api/api.ts'
import type { Answer } from '#dashboard/api/types.ts'

interface ReceiptProps {
  params: { agent: string; conversation: string; message: string }
}

type Citation = Answer<'getReceipt'>['citations'][number]

const decisions = {
  answered: { icon: Quote, text: 'Answered from' },
  unknown: { icon: CircleHelp, text: 'Found no answer in its sources' },
  handed_over: { icon: Hand, text: 'Handed over: the visitor asked for a person, or no source had an answer' },
}

/** Why the AI said this: what it quoted, or that it had nothing to quote. It never changes, so it is read once. */
export function Receipt({ params }: ReceiptProps) {
  const { data } = useQuery({
    ...api.getReceipt.queryOptions({ params }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  if (!data) return null
  const { icon: Icon, text } = decisions[data.decision]
  const facts = `${data.model} · ${(data.latency_ms / 1_000).toLocaleString(undefined, { maximumFractionDigits: 2 })} s`
  if (data.decision !== 'answered' || data.citations.length === 0)
    return (
      <p className="flex flex-wrap items-center gap-x-1.5 px-1 text-muted text-sm">
        <Icon aria-hidden className="size-3.5 shrink-0" />
        {data.decision === 'answered' ? 'Answered without quoting a source' : text}
        <span className="tabular-nums">· {facts}</span>
      </p>
    )
  const count = data.citations.length
  return (
    <details className="group max-w-[85%] px-1 text-sm">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm text-muted hover:text-ink">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 transition-transform duration-100 group-open:rotate-90"
        />
        <span>
          {text} {count === 1 ? '1 passage' : `${count} passages`} · <span className="tabular-nums">{facts}</span>
        </span>
      </summary>
      <ol className="mt-2 flex flex-col gap-2 border-ai-line border-l-2 pl-3">
        {data.citations.map((citation) => (
          <CitationLine key={`${citation.source_id} ${citation.quote}`} citation={citation} />
        ))}
      </ol>
    </details>
  )
}

function CitationLine({ citation: { title, url, quote, score } }: { citation: Citation }) {
  return (
    <li>
      <p className="flex items-baseline gap-2">
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="truncate font-medium underline underline-offset-2"
          >
            {title}
          </a>
        ) : (
          <span className="truncate font-medium">{title}</span>
        )}
        <span className="text-muted text-xs tabular-nums">{Math.round(score * 100)} %</span>
      </p>
      <blockquote className="line-clamp-4 break-words text-ink-soft">{quote}</blockquote>
    </li>
  )
}
