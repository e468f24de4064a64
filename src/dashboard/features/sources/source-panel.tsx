import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleDot from 'lucide-react/icons/circle-dot'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Trash2 from 'lucide-react/icons/trash-2'
import { type ReactNode, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { ImpactOf } from '#dashboard/components/impact/impact.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { PanelSkeleton } from '#dashboard/components/panel-skeleton.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { CopyableId } from '#dashboard/ui/copy.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { SourceContent } from './source-content.tsx'
import { isTraining, type Source } from './source-filters.ts'
import { sourceKinds } from './source-kinds.ts'
import { useRetrain } from './use-retrain.ts'

const PACE = { ms: 1_000, max: 8_000, live: 4_000 }

interface SourcePanelProps {
  agentId: string
  sourceId: string
  /** The source as the list has it, shown until it is loaded by itself; undefined if the list does not have it. */
  known: Source | undefined
  /** False while the agent is disabled, when sources can't be changed. */
  changeable: boolean
  /** Whether its text is opened in its editor at once. */
  edits?: boolean | undefined
  onClose: () => void
}

export function SourcePanel({ agentId, sourceId, known, changeable, edits, onClose }: SourcePanelProps) {
  const source = api.getFullSource.useQuery({
    params: { agent: agentId, source: sourceId },
    placeholderData: known,
    refetchInterval: pollWhile(({ state }) => state.data !== undefined && isTraining(state.data), PACE),
  })
  const kind = source.data && sourceKinds[source.data.type]
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={source.data?.title ?? (source.error ? 'Source' : 'Loading…')}
      description={kind?.one}
    >
      {source.data ? (
        <Details agentId={agentId} source={source.data} changeable={changeable} edits={edits} onDeleted={onClose} />
      ) : (
        <NotLoaded query={source} large placeholder={<PanelSkeleton what="the source" />} />
      )}
    </Sheet>
  )
}

interface DetailsProps {
  agentId: string
  source: Source
  changeable: boolean
  edits: boolean | undefined
  onDeleted: () => void
}

function Details({ agentId, source, changeable, edits, onDeleted }: DetailsProps) {
  const retrain = useRetrain(agentId, source)
  const permissions = usePermissions()
  const mayChange = permissions.may('createSourceBulk')
  const training = isTraining(source)
  return (
    <div className="flex flex-col gap-6 p-5">
      {source.url !== null && <Address url={source.url} />}
      {source.status !== 'completed' && <History source={source} />}
      <SourceContent
        agentId={agentId}
        sourceId={source.id}
        isLearnt={source.status === 'completed'}
        changeable={changeable}
        edits={edits}
      />
      {retrain.error && <ErrorNotice error={retrain.error} onRetry={retrain.run} />}
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap gap-2">
          <Button
            scope="source:edit"
            onClick={retrain.run}
            pending={retrain.pending}
            disabled={!changeable || training}
          >
            {!retrain.pending && <RotateCw aria-hidden />} Train again
          </Button>
          <Delete agentId={agentId} source={source} disabled={!changeable} onDeleted={onDeleted} />
        </div>
        {mayChange && (
          <p className="text-muted text-sm">
            {changeable ? retrainNote(source, training) : 'Enable the agent to train on this again or to delete it.'}
          </p>
        )}
      </div>
      {source.status === 'completed' && <History source={source} />}
      <dl className="grid grid-cols-[7rem_1fr] gap-y-2">
        <Fact label="Source id">
          <CopyableId value={source.id} label="source id" />
        </Fact>
        <Fact label="Training job">
          <CopyableId value={source.task_id} label="training job id" />
        </Fact>
      </dl>
    </div>
  )
}

function retrainNote(source: Source, training: boolean): string {
  if (training) return 'It is being trained on right now.'
  const act = source.type === 'url' ? 'Training again fetches the page anew.' : 'Training again takes a moment.'
  return `${act} Until that is done, the agent answers as before.`
}

function History({ source }: { source: Source }) {
  return (
    <section aria-label="Training">
      <h3 className="mb-2 font-medium">Training</h3>
      <ol className="flex flex-col gap-3" aria-live="polite">
        {source.status === 'completed' && (
          <Step icon={<Check className="text-success" />} title="Trained" at={source.updated_at}>
            The agent answers from it.
          </Step>
        )}
        {source.status === 'failed' && (
          <Step icon={<CircleAlert className="text-danger" />} title="Failed" at={source.updated_at}>
            <span className="break-words text-danger">{source.error}</span>
          </Step>
        )}
        {source.status === 'processing' && (
          <Step icon={<CircleDot className="text-ai" />} title={`Training, ${source.progress}%`}>
            <Progress value={source.progress} label={`Training ${source.title}`} className="mt-1.5" />
          </Step>
        )}
        {source.status === 'pending' && (
          <Step icon={<CircleDot className="text-muted" />} title="Waiting for its turn">
            Training begins by itself.
          </Step>
        )}
        <Step icon={<Plus className="text-muted" />} title="Added" at={source.created_at} />
      </ol>
    </section>
  )
}

interface StepProps {
  icon: ReactNode
  title: string
  at?: string
  children?: ReactNode
}

function Step({ icon, title, at, children }: StepProps) {
  return (
    <li className="flex gap-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="flex justify-between gap-2">
          <span>{title}</span>
          {at && <RelativeTime value={at} className="whitespace-nowrap text-muted text-sm" />}
        </p>
        {children && <div className="text-muted text-sm">{children}</div>}
      </div>
    </li>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

function Address({ url }: { url: string }) {
  return (
    <a href={url} target="_blank" rel="noreferrer" className="break-words underline underline-offset-2 hover:text-ink">
      {url}
    </a>
  )
}

interface DeleteProps {
  agentId: string
  source: Source
  disabled: boolean
  onDeleted: () => void
}

function Delete({ agentId, source, disabled, onDeleted }: DeleteProps) {
  const [asking, setAsking] = useState(false)
  const remove = api.deleteSource.useMutation({ onSuccess: onDeleted })
  return (
    <>
      <Button scope="source:delete" onClick={() => setAsking(true)} disabled={disabled}>
        <Trash2 aria-hidden /> Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete “${source.title}”?`}
        description="The agent forgets what it learnt from it. This can’t be undone."
        details={<ImpactOf agentId={agentId} change={{ without: [source.id] }} />}
        confirmLabel="Delete source"
        mutation={remove}
        onConfirm={() => remove.mutate({ params: { agent: agentId, source: source.id } })}
      />
    </>
  )
}
