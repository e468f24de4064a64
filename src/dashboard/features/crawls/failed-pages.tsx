import { useQueryClient } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import { useEffect, useRef, useState } from 'react'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { call } from '#dashboard/api/client.ts'
import { paced } from '#dashboard/api/paced.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import type { PageSource } from './page-source.ts'
import { leaveToHeading } from './step-focus.ts'

const SHOWN = 20 // pages; the rest can be found in the agent's list of sources, which has filters

/** Lists pages whose training failed, with the reasons and buttons to train one or all again. */
export function FailedPages({ agentId, failed }: { agentId: string; failed: readonly PageSource[] }) {
  const retry = useRetry(agentId)
  if (failed.length === 0 && !retry.running) return null
  return (
    <section aria-label="Failed pages" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-medium">Failed</h3>
        <Button ref={leaveToHeading} size="sm" pending={retry.running} onClick={() => void retry.run(failed)}>
          {!retry.running && <RotateCw aria-hidden />} Train {failed.length > 1 ? `all ${failed.length}` : 'it'} again
        </Button>
      </div>
      {retry.error !== undefined && <ErrorNotice error={retry.error} />}
      <ul className="divide-y divide-line rounded border border-line">
        {failed.slice(0, SHOWN).map((source) => (
          <li key={source.id} className="flex items-center gap-3 px-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-mono text-sm" title={source.url}>
                {source.url}
              </span>
              <span className="text-danger text-sm">{source.error}</span>
            </span>
            <Button
              ref={leaveToHeading}
              size="sm"
              aria-disabled={retry.running}
              aria-label={`Train again: ${source.url}`}
              onClick={() => void retry.run([source])}
              className="aria-disabled:opacity-50"
            >
              Train again
            </Button>
          </li>
        ))}
      </ul>
      {failed.length > SHOWN && (
        <p className="text-muted text-sm">…and {counted(failed.length - SHOWN, 'more', 'more')}.</p>
      )}
    </section>
  )
}

/** Retrains sources one after another while the list is on screen, within the rate limit for training. */
function useRetry(agentId: string) {
  const client = useQueryClient()
  const [running, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  const run = async (sources: readonly PageSource[]) => {
    if (running) return
    stop.current = new AbortController()
    const { signal } = stop.current
    setRunning(true)
    setError(undefined)
    try {
      for (const { id } of sources) {
        await paced('training', () => call('retrainSource', { params: { agent: agentId, source: id } }), { signal })
        void invalidateAfter(client, 'retrainSource', { agent: agentId })
      }
    } catch (problem) {
      if (!signal.aborted) setError(problem)
    } finally {
      setRunning(false)
    }
  }
  return { run, running, error }
}
