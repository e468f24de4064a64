import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Select } from '#dashboard/ui/select.tsx'
import { latestRun } from './check-rows.ts'
import type { CheckRun } from './check-search.ts'

interface RunBarProps {
  agentId: string
  runs: readonly CheckRun[]
  shown: CheckRun | undefined
  total: number
  /** Message credits that a run costs: one for each check with a provider's model, none with the built-in one. */
  credits: number
  mayRun: boolean
  onShow: (run: string | undefined) => void
}

const began: Record<CheckRun['trigger'], string> = {
  manual: 'by hand',
  training: 'after training',
  command: 'by the command',
}

export function RunBar({ agentId, runs, shown, total, credits, mayRun, onShow }: RunBarProps) {
  const [asking, setAsking] = useState(false)
  const start = api.createCheckRun.useMutation({ onSuccess: () => onShow(undefined) })
  const run = () => start.mutate({ params: { agent: agentId }, body: { credits } })
  const [newest] = runs
  const latest = latestRun(runs)
  const isRunning = newest?.status === 'pending'
  const act = 'No run has begun'
  return (
    <section aria-label="Runs" className="flex flex-col gap-3 rounded-lg border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div role="status" className="min-w-0 flex-1 basis-60">
          <p>{shown ? <Told run={shown} /> : 'These checks have not been run.'}</p>
          {newest?.status === 'skipped' && shown === latest && shown !== newest && (
            <p>
              <Told run={newest} />
            </p>
          )}
        </div>
        {runs.length > 1 && (
          <Select
            aria-label="Run"
            className="w-52 max-sm:w-full"
            value={shown?.id ?? ''}
            onChange={({ target }) => onShow(target.value === latest?.id ? undefined : target.value)}
          >
            {runs.map(({ id, created_at, failed, status }) => (
              <option key={id} value={id}>
                {id === latest?.id ? 'Latest run' : new Date(created_at).toLocaleString()}
                {status === 'done' && `, ${failed.toLocaleString()} failed`}
                {status === 'skipped' && ', not run'}
              </option>
            ))}
          </Select>
        )}
        {mayRun && (
          <Button
            variant="primary"
            disabled={isRunning || total === 0}
            pending={start.isPending && !asking}
            onClick={() => (credits > 0 ? setAsking(true) : run())}
          >
            Run all checks
          </Button>
        )}
      </div>
      {shown?.status === 'pending' && (
        <Progress value={shown.total === 0 ? 0 : (100 * shown.asked) / shown.total} label="Checks asked" />
      )}
      {start.error && !asking && <ErrorNotice error={start.error} act={act} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Spend ${counted(credits, 'credit')}?`}
        description="This agent’s model is a provider’s: each check costs a message credit."
        confirmLabel="Run all checks"
        mutation={start}
        act={act}
        onConfirm={run}
      />
    </section>
  )
}

/** The progress of a run, or its outcome with how and when it was started, in a sentence. */
function Told({
  run: { status, trigger, total, asked, passed, failed, broke, mended, created_at },
}: {
  run: CheckRun
}) {
  if (status === 'pending') return `${asked.toLocaleString()} of ${counted(total, 'check')} asked`
  const when = (
    <span className="text-muted">
      , {began[trigger]}, <RelativeTime value={created_at} />
    </span>
  )
  if (status === 'skipped') return <>Not run, as a provider would have been paid for it{when}</>
  if (status === 'failed') return <>Broken off, as the agent could not be asked{when}</>
  const changes = [broke > 0 && `${broke.toLocaleString()} broke`, mended > 0 && `${mended.toLocaleString()} mended`]
  return (
    <>
      <span className={failed > 0 ? 'font-medium text-danger' : 'font-medium'}>
        {outcome({ total, passed, failed })}
      </span>
      {changes.some(Boolean) && ` (${changes.filter(Boolean).join(', ')})`}
      {when}
    </>
  )
}

/** The outcome of a run that has ended. Muted checks are asked, but count neither as passed nor as failed. */
function outcome({ total, passed, failed }: Pick<CheckRun, 'total' | 'passed' | 'failed'>): string {
  if (failed > 0) return `${failed.toLocaleString()} of ${counted(total, 'check')} failed`
  if (passed > 0) return `All ${counted(passed, 'check')} passed`
  return total > 0 ? 'No check counts, as all are muted' : 'There were no checks to ask'
}
