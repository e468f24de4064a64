import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { ImpactOf } from '#dashboard/components/impact/impact.tsx'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'

interface SourceBulkBarProps {
  agentId: string
  chosen: ReadonlySet<string>
  /** Number of sources that can be chosen at once, among those that match the filters. */
  total: number
  /** False while the agent is disabled, when sources can't be changed. */
  changeable: boolean
  onChooseAll: () => void
  onClear: () => void
  /** Called with the id of the bulk operation that has begun. */
  onBegun: (bulk: string) => void
}

/** A bar with the operations on the sources that are chosen in the list. It is shown in place of the filters. */
export function SourceBulkBar({
  agentId,
  chosen,
  total,
  changeable,
  onChooseAll,
  onClear,
  onBegun,
}: SourceBulkBarProps) {
  const [asking, setAsking] = useState(false)
  const start = api.createSourceBulk.useMutation({ onSuccess: ({ id }) => onBegun(id) })
  const ids = [...chosen]
  const begin = (act: 'retrain' | 'delete') => start.mutate({ params: { agent: agentId }, body: { ids, do: act } })
  const failure = 'Nothing was changed'
  useShortcut('escape', 'Choose nothing', onClear)
  return (
    <section aria-label="Chosen sources" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2">
        <p role="status" className="mr-auto font-medium tabular-nums">
          {counted(chosen.size, 'source')} chosen
        </p>
        {chosen.size < total && (
          <Button size="sm" variant="ghost" onClick={onChooseAll}>
            Choose all {total.toLocaleString()}
          </Button>
        )}
        <Button size="sm" disabled={!changeable} pending={start.isPending && !asking} onClick={() => begin('retrain')}>
          <RotateCw aria-hidden /> Train again
        </Button>
        <Button size="sm" disabled={!changeable} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden /> Delete
        </Button>
        <IconButton size="sm" icon={X} label="Choose nothing" keys="Esc" onClick={onClear} />
      </div>
      {start.error && !asking && <ErrorNotice error={start.error} act={failure} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${counted(chosen.size, 'source')}?`}
        description="The agent forgets what it learnt from them. This can’t be undone."
        details={<ImpactOf agentId={agentId} change={{ without: ids }} />}
        confirmLabel={`Delete ${counted(chosen.size, 'source')}`}
        mutation={start}
        act={failure}
        onConfirm={() => begin('delete')}
      />
    </section>
  )
}
