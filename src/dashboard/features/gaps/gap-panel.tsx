import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { GapState } from '#contract/enums.ts'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { PanelSkeleton } from '#dashboard/components/panel-skeleton.tsx'
import { tellError } from '#dashboard/components/tell-error.ts'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { RelativeTime } from '#dashboard/ui/relative-time.tsx'
import { Sheet } from '#dashboard/ui/sheet.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import type { Gap } from './gap-search.ts'
import { GapStateBadge } from './gap-state.tsx'

const TeachDialog = late(() => import('#dashboard/components/teaching/teach-dialog.tsx'), 'TeachDialog')
const ProofView = late(() => import('#dashboard/components/teaching/proof-view.tsx'), 'ProofView')

interface GapPanelProps {
  agentId: string
  /** Id of the gap. Pass it as the React key too. */
  gapId: string
  /** The gap as the list has it, shown until it is loaded by itself; undefined if the list does not have it. */
  known: Gap | undefined
  onClose: () => void
}

/** A gap's questions, each with a link to its conversation, its state, and the proof once it is taught. */
export function GapPanel({ agentId, gapId, known, onClose }: GapPanelProps) {
  const params = { agent: agentId, gap: gapId }
  const found = api.getGap.useQuery({ params })
  const gap = found.data ?? known
  const change = api.updateGap.useMutation()
  const set = (state: GapState) => change.mutateAsync({ params, body: { state } })
  const mayChange = usePermissions().may('updateGap')
  const [teaching, setTeaching] = useState(false)
  const proofId = found.data?.proof_id

  const setWithUndo = async (state: GapState, done: string) => {
    const before = gap?.state ?? 'open'
    // Told in a toast, as the panel may be closed by then.
    const undo = () => void set(before).catch((error) => tellError(error, 'It was not undone'))
    await set(state).then(
      () => toast.success(done, { action: { label: 'Undo', onClick: undo } }),
      () => undefined, // the panel shows the error
    )
  }
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={gap?.question ?? 'Gap'}>
      {!gap ? (
        <NotLoaded query={found} large placeholder={<PanelSkeleton what="the gap" />} />
      ) : (
        <div className="flex flex-col gap-5 p-5">
          <div className="flex flex-wrap items-center gap-3">
            <GapStateBadge state={gap.state} />
            <span className="text-muted text-sm">
              {counted(gap.count, 'question')} of {counted(gap.visitors, 'visitor')} in{' '}
              {counted(gap.conversations, 'conversation')}
            </span>
          </div>
          {mayChange && (
            <div className="flex flex-wrap gap-2">
              {gap.state !== 'taught' && (
                <Button variant="primary" onClick={() => setTeaching(true)}>
                  Answer
                </Button>
              )}
              <Button
                pending={change.isPending}
                onClick={() =>
                  void (gap.state === 'open'
                    ? setWithUndo('dismissed', 'The gap is dismissed')
                    : setWithUndo('open', 'The gap is open again'))
                }
              >
                {gap.state === 'open' ? 'Dismiss' : 'Open again'}
              </Button>
            </div>
          )}
          {change.error && <ErrorNotice error={change.error} />}
          {proofId && <ProofView agentId={agentId} proofId={proofId} mayUndo={mayChange} />}
          <section aria-label="Questions" className="flex flex-col gap-3">
            <h3 className="font-medium">Questions</h3>
            {found.data ? (
              <Questions agentId={agentId} messages={found.data.messages} />
            ) : (
              <NotLoaded query={found} placeholder={<PanelSkeleton what="the gap" />} />
            )}
          </section>
        </div>
      )}
      {teaching && gap && (
        <TeachDialog
          agentId={agentId}
          from={{ gap: gapId }}
          questions={[gap.question.replaceAll('\n', ' ')]}
          names={[...new Set(found.data?.messages.map(({ visitor_name }) => visitor_name))]}
          onClose={() => {
            setTeaching(false)
            void found.refetch() // the gap may now have a proof, which shows what was taught
          }}
        />
      )}
    </Sheet>
  )
}

function Questions({ agentId, messages }: { agentId: string; messages: Data<'getGap'>['messages'] }) {
  return (
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
      {messages.map(({ message_id, conversation_id, question, asked_at }) => (
        <li key={message_id} className="relative flex items-baseline gap-3 px-3 py-2.5">
          <Link
            to="/inbox/$agentId/$conversationId"
            params={{ agentId, conversationId: conversation_id }}
            search={{ agent: agentId, view: 'ai' }}
            dir="auto"
            className="min-w-0 flex-1 whitespace-pre-line break-words after:absolute after:inset-0 hover:underline"
          >
            {question}
          </Link>
          <RelativeTime value={asked_at} className="shrink-0 text-muted text-sm" />
        </li>
      ))}
    </ul>
  )
}
