import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import ClipboardList from 'lucide-react/icons/clipboard-list'
import ExternalLink from 'lucide-react/icons/external-link'
import Hand from 'lucide-react/icons/hand'
import type { Data } from '#contract/index.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { SaveAsCheck } from './save-as-check.tsx'
import { TeachAnswer } from './teach-answer.tsx'

const SentenceProofs = late(() => import('./sentence-proofs.tsx'), 'SentenceProofs')

type Trace = Data<'getAnswerTrace'>

type Citation = Trace['citations'][number]

type Decision = Trace['decision'] | 'unquoted' | 'cites_nothing' | 'form' | 'no_person'

type Reason = NonNullable<Trace['reason']>

const decisions = {
  answered: { icon: CircleCheck, text: 'Answered from the sources', tone: 'text-success' },
  unquoted: { icon: CircleCheck, text: 'Answered without quoting a source', tone: 'text-ink-soft' },
  cites_nothing: { icon: CircleAlert, text: 'Answered without naming a source', tone: 'text-warning' },
  form: { icon: ClipboardList, text: 'Asked for a form to be filled in', tone: 'text-ink-soft' },
  unknown: { icon: CircleHelp, text: 'Found no answer in the sources', tone: 'text-warning' },
  handed_over: { icon: Hand, text: 'Handed over to a person', tone: 'text-human' },
  no_person: { icon: Hand, text: 'A person was asked for, but handing over is off', tone: 'text-warning' },
} satisfies Record<Decision, object>

const reasons: Record<Reason, string | null> = {
  no_passage: 'Nothing in the sources is near to what was asked.',
  not_supported: 'Some passages come near to what was asked, but none of them bears an answer out.',
  asked_for_person: 'The visitor asked for a person.',
  action: null,
  model_failed: 'The model that the agent is set to could not reply.',
  leaked: 'The model repeated what it is told to keep to itself, so its reply was discarded.',
}

interface AnswerTraceProps {
  agentId: string
  trace: Trace
  /** Opens the dialog to teach a better answer; undefined for who may not teach. */
  onTeach?: (() => void) | undefined
}

export function AnswerTrace({ agentId, trace, onTeach }: AnswerTraceProps) {
  const { citations, model, latency_ms, reason, search_query } = trace
  const { may } = usePermissions()
  const decision = decisionOf(trace)
  const { icon: Icon, text, tone } = decisions[decision]
  const because = reason && decision !== 'no_person' ? reasons[reason] : null
  return (
    <div className="flex flex-col gap-3">
      <p className={cn('flex items-center gap-2 font-medium', tone)}>
        <Icon aria-hidden className="size-4 shrink-0" /> {text}
      </p>
      {because && <p className="text-ink-soft">{because}</p>}
      {decision === 'cites_nothing' && (
        <p className="text-ink-soft">
          The model named none of the passages it was given, and repeats none. Check whether your sources say this.
        </p>
      )}
      {trace.is_cut && (
        <p className="text-ink-soft">
          The model had more to say than it may. The reply ends with its last whole sentence.
        </p>
      )}
      {decision === 'no_person' && (
        <p className="text-ink-soft">
          This agent answers by itself alone.
          {may('updateAgentSettings') && (
            <>
              {' '}
              <Link
                to="/agents/$agentId/settings"
                params={{ agentId }}
                hash="who-answers"
                className="text-ink underline underline-offset-2"
              >
                Let it hand over
              </Link>{' '}
              to people who are asked for.
            </>
          )}
        </p>
      )}
      {trace.sentences && trace.sentences.length > 0 && (
        <SentenceProofs sentences={trace.sentences} citations={citations} />
      )}
      {citations.length > 0 && (
        <ol className="flex flex-col gap-3">
          {citations.map((citation, index) => (
            // Two quotes of one source may be identical.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <Quoted key={index} agentId={agentId} citation={citation} />
          ))}
        </ol>
      )}
      {search_query && (
        <div className="text-sm">
          <h3 className="text-muted text-xs">Searched for</h3>
          <p className="line-clamp-4 whitespace-pre-line break-words text-ink-soft">{search_query}</p>
          <SaveAsCheck agentId={agentId} question={search_query} given={trace} />
        </div>
      )}
      {onTeach && <TeachAnswer onTeach={onTeach} />}
      <dl className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-2 text-muted text-xs">
        <div className="flex gap-1">
          <dt>Model</dt>
          <dd className="text-ink-soft">{model}</dd>
        </div>
        <div className="flex gap-1">
          <dt>Took</dt>
          <dd className="text-ink-soft tabular-nums">{duration(latency_ms)}</dd>
        </div>
        {typeof trace.input_tokens === 'number' && (
          <div className="flex gap-1">
            <dt>Tokens</dt>
            <dd className="text-ink-soft tabular-nums">
              {trace.input_tokens.toLocaleString()} read, {(trace.output_tokens ?? 0).toLocaleString()} written
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

function decisionOf({ decision, reason, asked_for_person, citations, cites_nothing }: Trace): Decision {
  if (reason === 'action') return 'form'
  if (cites_nothing) return 'cites_nothing'
  if (decision === 'answered' && citations.length === 0) return 'unquoted'
  return decision === 'unknown' && asked_for_person ? 'no_person' : decision
}

function Quoted({ agentId, citation }: { agentId: string; citation: Citation }) {
  const { source_id, title, url, quote, score } = citation
  const { may } = usePermissions()
  return (
    <li className="flex flex-col gap-1">
      <div className="flex items-baseline justify-between gap-3">
        {url ? (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-w-0 items-center gap-1 font-medium underline underline-offset-2"
          >
            <span className="truncate">{title}</span>
            <ExternalLink aria-hidden className="size-3 shrink-0" />
          </a>
        ) : (
          <span className="truncate font-medium">{title}</span>
        )}
        <span className="shrink-0 text-muted text-xs tabular-nums" title="How close the passage is to the question">
          {score.toFixed(2)}
        </span>
      </div>
      <blockquote className="line-clamp-6 whitespace-pre-line border-line-strong border-l-2 pl-2.5 text-ink-soft text-sm">
        {quote}
      </blockquote>
      {may('updateSourceContent') && (
        <Link
          to="/agents/$agentId/knowledge/sources"
          params={{ agentId }}
          search={{ source: source_id, edit: true }}
          className="self-start text-ink text-sm underline underline-offset-2"
        >
          {url ? 'Open the source' : 'Edit the source'}
        </Link>
      )}
    </li>
  )
}

function duration(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} s`
}
