import { Link } from '@tanstack/react-router'
import Check from 'lucide-react/icons/check'
import ScanSearch from 'lucide-react/icons/scan-search'
import { useEffect, useRef, useState } from 'react'
import { type SourceType, sourceTypes } from '#contract/enums.ts'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { useExistingRoutes } from '#dashboard/lib/existing-routes.ts'
import { late } from '#dashboard/lib/late.tsx'
import { KindEntry } from './kind-entry.tsx'
import { sourceKinds } from './source-kinds.ts'

const AddSourceDialog = late(() => import('./add-source-dialog.tsx'), 'AddSourceDialog')
const PACE = { ms: 1_000, max: 20_000, live: 8_000 }

interface FirstSourceProps {
  agentId: string
  /** Called when the agent has learnt its first source, while nobody is writing anywhere. */
  onLearnt: () => void
}

/** The kinds of source as buttons, for an agent that knows nothing yet. What is added is made here, in a dialog. */
export function FirstSource({ agentId, onLearnt }: FirstSourceProps) {
  const [type, setType] = useState<SourceType>()
  const [draftId, setDraftId] = useState<string>()
  const websites = useExistingRoutes([{ path: '/agents/$agentId/knowledge/websites' }], { agentId })
  const close = () => {
    setType(undefined)
    setDraftId(undefined)
  }
  return (
    <section aria-labelledby="first-source" className="rounded-lg border border-line bg-surface">
      <header className="flex min-h-12 flex-wrap items-center justify-between gap-x-2 border-line border-b px-4 py-2">
        <h2 id="first-source" className="font-semibold">
          Give it something to know
        </h2>
        <Learning agentId={agentId} onLearnt={onLearnt} />
      </header>
      <ul className="divide-y divide-line">
        {sourceTypes.map((kind) => {
          const { icon: Icon, label, description } = sourceKinds[kind]
          return (
            <li key={kind}>
              <button type="button" className={rowClass} onClick={() => setType(kind)}>
                <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                <KindEntry label={label} description={description} />
              </button>
            </li>
          )
        })}
        {websites.map(({ link }) => (
          <li key="website">
            <Link {...link} className={rowClass}>
              <ScanSearch aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <KindEntry label="From a website" description="Find its pages, and keep them up to date" />
            </Link>
          </li>
        ))}
      </ul>
      {type && <AddSourceDialog agentId={agentId} type={type} draftId={draftId} onDraft={setDraftId} onClose={close} />}
    </section>
  )
}

const rowClass = 'flex w-full gap-3 px-4 py-2.5 text-left hover:bg-hover'

function Learning({ agentId, onLearnt }: FirstSourceProps) {
  const { data } = api.getSourceTotals.useQuery({
    params: { agent: agentId },
    query: {},
    refetchInterval: pollWhile(({ state }) => !!state.data && state.data.pending + state.data.processing > 0, PACE),
  })
  const isLearning = !!data && data.pending + data.processing > 0
  const isDone = !!data && !isLearning && data.completed > 0
  const wasLearning = useRef(false)
  useEffect(() => {
    if (wasLearning.current && isDone) onLearnt()
    wasLearning.current = isLearning
  }, [isLearning, isDone, onLearnt])
  return (
    <p role="status" className="flex items-center gap-1.5 text-muted text-sm">
      {isLearning && 'Learning…'}
      {isDone && (
        <>
          <Check aria-hidden className="size-4 text-success" /> Trained
        </>
      )}
      {data && !isLearning && !isDone && data.failed > 0 && (
        <Link to="/agents/$agentId/knowledge/sources" params={{ agentId }} className="text-danger underline">
          It could not be learnt: see why
        </Link>
      )}
    </p>
  )
}
