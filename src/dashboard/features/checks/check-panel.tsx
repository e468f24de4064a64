import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { VerdictBadge } from '#dashboard/components/evaluation/verdict-badge.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { PanelSkeleton } from '#dashboard/components/panel-skeleton.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { outcomeOf } from './check-rows.ts'
import type { Check, CheckResult } from './check-search.ts'
import { expectations, whyFailed } from './expectation.ts'

const CheckDialog = late(() => import('./check-dialog.tsx'), 'CheckDialog')

interface CheckPanelProps {
  agentId: string
  /** Id of the check. Pass it as the React key too. */
  checkId: string
  /** The check as the list has it, shown until it is loaded by itself; undefined if the list does not have it. */
  known: Check | undefined
  onClose: () => void
}

export function CheckPanel({ agentId, checkId, known, onClose }: CheckPanelProps) {
  const params = { agent: agentId, check: checkId }
  const found = api.getCheck.useQuery({ params })
  const isDeleted = isApiError(found.error, 'resource_not_found')
  const check = isDeleted ? undefined : (found.data ?? known)
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={check?.question ?? 'Check'}>
      {check ? (
        <div className="flex flex-col gap-5 p-5">
          {found.error && (
            <ErrorNotice
              error={found.error}
              act="This check may have changed since"
              onRetry={() => void found.refetch()}
            />
          )}
          <Buttons agentId={agentId} check={check} onDeleted={onClose} />
          <Expected agentId={agentId} check={check} />
          <Results agentId={agentId} check={check} />
        </div>
      ) : (
        <NotLoaded query={found} large placeholder={<PanelSkeleton what="the check" />} />
      )}
    </Sheet>
  )
}

function Buttons({ agentId, check, onDeleted }: { agentId: string; check: Check; onDeleted: () => void }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const params = { agent: agentId, check: check.id }
  const update = api.updateCheck.useMutation()
  const remove = api.deleteCheck.useMutation({
    onSuccess: () => {
      toast.success('The check is deleted')
      onDeleted()
    },
  })
  if (!usePermissions().may('updateCheck')) return null
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setOpen('edit')}>
          Edit
        </Button>
        <Button
          size="sm"
          pending={update.isPending}
          onClick={() => update.mutate({ params, body: { muted: !check.muted } })}
        >
          {check.muted ? 'Count it again' : 'Mute'}
        </Button>
        <Button
          size="sm"
          className="border-danger-line text-danger hover:bg-danger-soft"
          onClick={() => setOpen('delete')}
        >
          Delete
        </Button>
      </div>
      {update.error && <ErrorNotice error={update.error} />}
      {open === 'edit' && <CheckDialog agentId={agentId} check={check} onClose={() => setOpen(undefined)} />}
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'delete' : undefined)}
        title="Delete this check?"
        description="What it came to in earlier runs goes with it."
        confirmLabel="Delete check"
        mutation={remove}
        onConfirm={() => remove.mutate({ params })}
      />
    </>
  )
}

function Expected({ agentId, check }: { agentId: string; check: Check }) {
  return (
    <section aria-label="Expected" className="flex flex-col gap-1">
      <h3 className="font-medium">Expected</h3>
      <p>{expectations[check.expects].title}.</p>
      {check.facts.length > 0 && (
        <ul className="list-disc pl-5">
          {check.facts.map((alternatives) => (
            <li key={alternatives.join('|')} dir="auto">
              {alternatives.join(' or ')}
            </li>
          ))}
        </ul>
      )}
      {check.cites && <Cited agentId={agentId} sourceId={check.cites} />}
    </section>
  )
}

/** The source that the reply must cite. A check still names a source that has been deleted, and then fails. */
function Cited({ agentId, sourceId }: { agentId: string; sourceId: string }) {
  const source = api.getFullSource.useQuery({ params: { agent: agentId, source: sourceId } })
  if (isApiError(source.error, 'resource_not_found'))
    return <p className="text-danger">It must cite a source that is deleted. Edit the check to name another.</p>
  if (!source.data) return <NotLoaded query={source} placeholder={<Skeleton className="w-1/2" />} />
  return (
    <p>
      It cites{' '}
      <Link
        to="/agents/$agentId/knowledge/sources"
        params={{ agentId }}
        search={{ source: sourceId }}
        className="text-ink underline underline-offset-2"
      >
        {source.data.title}
      </Link>
      .
    </p>
  )
}

function Results({ agentId, check }: { agentId: string; check: Check }) {
  const results = api.listCheckResults.useQuery({ params: { agent: agentId, check: check.id } })
  return (
    <section aria-label="Replies" className="flex flex-col gap-3">
      <h3 className="font-medium">Replies</h3>
      {!results.data ? (
        <NotLoaded query={results} placeholder={<PanelSkeleton what="the check" />} />
      ) : results.data.length === 0 ? (
        <p className="text-muted">It has not been asked yet.</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {results.data.map((result) => (
            <li key={result.run_id} className="flex flex-col gap-1.5 px-3 py-2.5">
              <Result result={result} />
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Result({ result }: { result: CheckResult }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <VerdictBadge verdict={outcomeOf({ muted: false }, result)} />
        <RelativeTime value={result.created_at} className="ml-auto text-muted text-sm" />
      </div>
      {result.verdict === 'failed' &&
        whyFailed(result).map((reason) => (
          <p key={reason} className="text-danger">
            {reason}
          </p>
        ))}
      <p dir="auto" className="whitespace-pre-wrap break-words">
        {result.reply}
      </p>
      {result.citations.length > 0 && (
        <p className="text-muted text-sm">From {result.citations.map(({ title }) => title).join(', ')}</p>
      )}
    </>
  )
}
