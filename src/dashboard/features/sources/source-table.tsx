import { Link } from '@tanstack/react-router'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { type Column, DataTable, rowLinkClass } from '#dashboard/components/data-table.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import type { Source } from './source-filters.ts'
import { sourceKinds } from './source-kinds.ts'
import { SourceStatus, TrainingError } from './source-status.tsx'
import { useRetrain } from './use-retrain.ts'

interface SourceTableProps {
  agentId: string
  /** The sources; undefined while loading. */
  sources: readonly Source[] | undefined
  stale: boolean
  /** False while the agent is disabled, when sources can't be changed. */
  changeable: boolean
}

export function SourceTable({ agentId, sources, stale, changeable }: SourceTableProps) {
  const columns: readonly Column<Source>[] = [
    {
      id: 'title',
      header: 'Title',
      className: 'w-full max-w-0',
      cell: (source) => (
        <>
          <Title source={source} />
          <div className="mt-1.5 flex flex-wrap items-center justify-between gap-2 pl-6.5 sm:hidden">
            <Status agentId={agentId} source={source} changeable={changeable} />
            <RelativeTime value={source.updated_at} className="relative whitespace-nowrap text-muted text-sm" />
          </div>
        </>
      ),
    },
    {
      id: 'status',
      header: 'Status',
      from: 'sm',
      className: 'whitespace-nowrap',
      cell: (source) => <Status agentId={agentId} source={source} changeable={changeable} />,
    },
    {
      id: 'updated',
      header: 'Updated',
      from: 'sm',
      className: 'whitespace-nowrap text-right text-muted',
      cell: (source) => <RelativeTime value={source.updated_at} className="relative" />,
    },
  ]
  return (
    <DataTable label="Sources" columns={columns} rows={sources} rowKey={(source) => source.id} linked stale={stale} />
  )
}

function Status({ agentId, source, changeable }: { agentId: string; source: Source; changeable: boolean }) {
  return (
    <span className="flex items-center gap-2">
      <SourceStatus source={source} />
      {source.status === 'failed' && changeable && <TrainAgain agentId={agentId} source={source} />}
    </span>
  )
}

function Title({ source }: { source: Source }) {
  const { icon: Icon, one } = sourceKinds[source.type]
  return (
    <span className="flex min-w-0 items-center gap-2.5 max-sm:items-start">
      <Icon aria-hidden className="size-4 shrink-0 text-muted max-sm:mt-0.5" />
      <span className="min-w-0">
        <Link
          from="/agents/$agentId/sources"
          to="."
          search={(search) => ({ ...search, source: source.id })}
          resetScroll={false}
          className={rowLinkClass}
        >
          <span className="sr-only">{one}: </span>
          <span className="block truncate">{source.title}</span>
        </Link>
        <TrainingError source={source} />
      </span>
    </span>
  )
}

function TrainAgain({ agentId, source }: { agentId: string; source: Source }) {
  const retrain = useRetrain(agentId, source, true)
  return (
    <Button
      ref={leaveToRow}
      scope="source:edit"
      size="sm"
      className="relative"
      pending={retrain.pending}
      onClick={retrain.run}
      aria-label={`Train again: ${source.title}`}
    >
      {!retrain.pending && <RotateCw aria-hidden />} Train again
    </Button>
  )
}

/** The `ref` of the retrain button, which disappears when training begins: the focus then moves to its row. */
function leaveToRow(button: HTMLButtonElement | null) {
  return () => {
    if (document.activeElement === button) button?.closest('tr')?.querySelector('a')?.focus()
  }
}
