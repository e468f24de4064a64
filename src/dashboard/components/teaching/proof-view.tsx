import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { SaveAsCheck } from '#dashboard/components/conversation/save-as-check.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import { Spinner } from '#dashboard/ui/spinner.tsx'
import { creditsAsked } from './credits-asked.ts'
import { type Proof, type ProofTone, summaryOf, verdicts } from './verdicts.ts'

type Result = Proof['results'][number]

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

/** Shows a proof: each question with the replies before and after the teaching, as they arrive. */
export function ProofView({ agentId, proofId, mayUndo }: ProofViewProps) {
  const params = { agent: agentId, proof: proofId }
  const found = useQuery({
    ...api.getProof.queryOptions({ params }),
    refetchInterval: pollWhile(({ state }) => state.data?.status === 'pending', { ms: 500, max: 3_000, live: 3_000 }),
  })
  const undo = useMutation(api.undoProof.mutationOptions())
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the questions of a proof keep their order
          <li key={at} className="flex flex-col gap-2 px-3 py-2.5">
            <Heading question={result.question}>
              {result.verdict && !proof.undone && (
                <Badge tone={verdicts[result.verdict].tone}>{verdicts[result.verdict].words}</Badge>
              )}
            </Heading>
            <Replies {...result} />
            {proof.status === 'done' && result.after && (
              <SaveAsCheck agentId={agentId} question={result.question} given={result.after} />
            )}
          </li>
        ))}
      </ul>
      <Checks checks={proof.checks} isOver={proof.status === 'done'} />
    </section>
  )
}

function Heading({ question, children }: { question: string; children: React.ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      <p dir="auto" className="min-w-0 flex-1 break-words font-medium">
        {question}
      </p>
      {children}
    </div>
  )
}

/** The reply now, below the one that it replaces. */
function Replies({ before, after }: Pick<Result, 'before' | 'after'>) {
  if (!before && !after) return <p className="text-muted text-sm">Not asked yet</p>
  const isSame = before?.reply === after?.reply
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {before && !isSame && (
        <>
          <dt className="text-muted">Before</dt>
          <dd dir="auto" className="whitespace-pre-wrap break-words text-muted">
            {before.reply}
          </dd>
        </>
      )}
      {after && (
        <>
          <dt className="text-muted">{isSame ? 'As before' : 'Now'}</dt>
          <dd dir="auto" className="whitespace-pre-wrap break-words">
            {after.reply}
          </dd>
        </>
      )}
    </dl>
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
            <li key={check.check_id} className="flex flex-col gap-2 px-3 py-2.5">
              <Heading question={check.question}>
                <Badge tone={check.change === 'broke' ? 'danger' : 'success'}>
                  {check.change === 'broke' ? 'Broke' : 'Mended'}
                </Badge>
              </Heading>
              <Replies {...check} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
