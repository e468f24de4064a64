import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOrganization } from '#dashboard/api/session.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { useCrawlDraft } from './crawl-draft.ts'
import { continueRun, endRun, useRunState } from './crawl-run.ts'
import { readRanges } from './index-ranges.ts'
import { RefusedPages } from './refused-pages.tsx'
import { stepFocus } from './step-focus.ts'

interface CreateStepProps {
  taskId: string
  urls: readonly string[]
}

/**
 * The step of a crawl in which sources are created from the chosen pages. Opening it resumes what a reload or a lost
 * connection interrupted.
 */
export function CreateStep({ taskId, urls }: CreateStepProps) {
  const client = useQueryClient()
  const organization = useOrganization()
  const { run } = useCrawlDraft(taskId)
  const state = useRunState(taskId)
  const params = { organization: organization.id, taskId }
  const go = () => void continueRun(client, params, urls)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time the step is opened
  useEffect(go, [taskId])
  if (!run) return null
  const total = readRanges(run.pages, urls.length).length
  return (
    <Card
      ref={stepFocus}
      title={`Creating ${counted(total, 'source')}`}
      description="A hundred at a time. You can go elsewhere in the dashboard; if you close this tab, what is created by then stays."
    >
      <div className="flex flex-col gap-4">
        <Progress value={total > 0 ? (100 * run.done) / total : 0} label="Sources created" />
        <p aria-live="polite" className="tabular-nums">
          {run.created.toLocaleString()} created
          <span className="text-muted"> · {(total - run.done).toLocaleString()} to go</span>
        </p>
        {state.phase === 'stopped' && <ErrorNotice error={state.error} onRetry={go} />}
        <RefusedPages refused={run.refused} />
        {state.phase === 'stopped' && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={go}>Go on</Button>
            <Button onClick={() => void endRun(client, params)}>
              {run.created > 0 ? 'Leave the rest, watch these train' : 'Stop here'}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
