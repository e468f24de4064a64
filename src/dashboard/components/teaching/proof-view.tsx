import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { SaveAsCheck } from '#dashboard/components/conversation/save-as-check.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { AskedTwice } from '#dashboard/components/evaluation/asked-twice.tsx'
import { VerdictBadge } from '#dashboard/components/evaluation/verdict-badge.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Spinner } from '#dashboard/ui/spinner.tsx'
import { creditsAsked } from './credits-asked.ts'
import { SendToWaiting } from './send-to-waiting.tsx'
import { type Proof, type ProofTone, summaryOf } from './verdicts.ts'

const CALLED = { before: 'Before', after: 'Now', same: 'As before' }

const frames: Record<ProofTone, string> = {
  success: 'border-success-line bg-success-soft',
  warning: 'border-warning-line bg-warning-soft',
  danger: 'border-danger-line bg-danger-soft',
  neutral: 'border-line bg-sunken',
}

interface ProofViewProps {
  agentId: string
  proofId: string
  /** Whether one may take back what was taught. */
  mayUndo: boolean
}

export function ProofView({ agentId, proofId, mayUndo }: ProofViewProps) {
  const params = { agent: agentId, proof: proofId }
  const found = api.getProof.useQuery({
    params,
    refetchInterval: pollWhile(({ state }) => state.data?.status === 'pending', { ms: 500, max: 3_000, live: 3_000 }),
  })
  const undo = api.undoProof.useMutation()
  const credits = creditsAsked(undo.error)
  if (!found.data) return <NotLoaded query={found} placeholder={<Skeleton className="h-20 w-full" />} />
  const proof = found.data
  const { words, tone } = summaryOf(proof)
  return (
    <section aria-label="Proof" className="flex flex-col gap-3">
      <div className={cn('flex flex-wrap items-center gap-2 rounded-lg border px-3 py-2.5', frames[tone])}>
        {proof.status === 'pending' && <Spinner />}
        <p role="status" className="min-w-0 flex-1 font-medium">
          {words}
        </p>
        {mayUndo && !proof.undone && (
          <Button size="sm" pending={undo.isPending} onClick={() => undo.mutate({ params, body: {} })}>
            Undo
          </Button>
        )}
      </div>
      <SendToWaiting agentId={agentId} proof={proof} />
      {undo.error && !credits && <ErrorNotice error={undo.error} />}
      <ConfirmDialog
        open={credits !== undefined}
        onOpenChange={(open) => !open && undo.reset()}
        title={`Spend ${counted(credits ?? 0, 'credit')}?`}
        description="The agent’s model belongs to a provider. What it was taught is taken back, and it is asked the same questions again, a credit each."
        confirmLabel="Take back and ask"
        onConfirm={() => undo.mutate({ params, body: { credits: credits ?? 0 } })}
      />
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
        {proof.results.map((result, at) => (
          <AskedTwice
            // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a proof keep their order
            key={at}
            {...result}
            called={CALLED}
            badge={result.verdict && !proof.undone && <VerdictBadge verdict={result.verdict} />}
          >
            {proof.status === 'done' && result.after && (
              <SaveAsCheck agentId={agentId} question={result.question} given={result.after} />
            )}
          </AskedTwice>
        ))}
      </ul>
      <Checks checks={proof.checks} isOver={proof.status === 'done'} />
    </section>
  )
}

/** The checks whose outcome the teaching has changed; if there are none, how many checks were asked. */
function Checks({ checks, isOver }: { checks: Proof['checks']; isOver: boolean }) {
  if (!isOver || checks.length === 0) return null
  const changed = checks.filter(({ change }) => change !== null)
  return (
    <section aria-label="Checks" className="flex flex-col gap-2">
      <p className="text-muted text-sm">
        {changed.length === 0
          ? `The ${checks.length === 1 ? 'check that is' : `${checks.length} checks that are`} nearest to it ${checks.length === 1 ? 'does' : 'do'} as before.`
          : 'Of the checks that are nearest to it, these do otherwise:'}
      </p>
      {changed.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
          {changed.map((check) => (
            <AskedTwice
              key={check.check_id}
              {...check}
              called={CALLED}
              badge={check.change && <VerdictBadge verdict={check.change} />}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
