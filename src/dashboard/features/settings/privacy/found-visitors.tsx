import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { ConfirmDialog } from '#dashboard/ui/confirm-dialog.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { useVisitorJob } from './use-visitor-job.ts'
import { VisitorJobState } from './visitor-job-state.tsx'
import { type Visitor, VisitorLine } from './visitor-line.tsx'

interface FoundVisitorsProps {
  organizationId: string
  visitors: readonly Visitor[]
  /** Called when visitors are erased, so that they are shown no more. */
  onErased: () => void
}

const keyOf = ({ agent_id, chat_user_id, identity_verified }: Visitor) =>
  `${agent_id} ${identity_verified} ${chat_user_id}`

/** The visitors that were found, of whom some can be chosen; at first all of them are. */
export function FoundVisitors({ organizationId, visitors, onErased }: FoundVisitorsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const organization = { organization: organizationId }
  const agents = useQuery(api.listAgents.queryOptions({ params: organization, query: { per_page: 100 } }))
  const exporting = useMutation(api.exportVisitors.mutationOptions())
  const erasing = useMutation({ ...api.eraseVisitors.mutationOptions(), onSuccess: () => setAsking(false) })
  const exported = useVisitorJob(organizationId, exporting.data?.id)
  const erased = useVisitorJob(organizationId, erasing.data?.id, () => {
    toast.success('Erased')
    onErased()
  })
  const chosen = visitors.filter((visitor) => !left.has(keyOf(visitor)))
  const input = () => ({ params: organization, body: { matches: chosen } })
  const isErasing = erasing.data !== undefined && erased?.status !== 'failed'
  const toggle = (key: string) => {
    const changed = new Set(left)
    if (!changed.delete(key)) changed.add(key)
    setLeft(changed)
  }
  if (visitors.length === 0)
    return (
      <p className="rounded border border-line border-dashed px-4 py-6 text-center text-muted">Nobody was found.</p>
    )
  return (
    <>
      <ul aria-label="Found visitors" className="divide-y divide-line rounded border border-line">
        {visitors.map((visitor) => (
          <VisitorLine
            key={keyOf(visitor)}
            visitor={visitor}
            agent={agents.data?.data.find(({ id }) => id === visitor.agent_id)?.name ?? 'Another agent'}
            isChosen={!left.has(keyOf(visitor))}
            isFixed={isErasing}
            onToggle={() => toggle(keyOf(visitor))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={chosen.length === 0 || isErasing}
          pending={exporting.isPending || exported?.status === 'pending'}
          onClick={() => exporting.mutate(input())}
        >
          Export
        </Button>
        <Button
          className="border-danger-line text-danger hover:bg-danger-soft"
          disabled={chosen.length === 0}
          pending={isErasing}
          onClick={() => setAsking(true)}
        >
          Erase
        </Button>
        <VisitorJobState exported={exported} erased={erased} />
      </div>
      {exporting.error && <ErrorNotice error={exporting.error} act="The export was not started" />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={chosen.length === 1 ? `Erase ${chosen[0]?.chat_user_id}?` : `Erase ${chosen.length} visitors?`}
        description={
          <>
            <p>
              All their conversations go for good: messages, notes, drafts, exports and what is still to be sent to
              webhooks. There is no way back.
            </p>
            <p className="mt-2">
              Out of reach are your backups, and what webhooks have delivered: erase it there as well.
            </p>
          </>
        }
        confirmLabel="Erase"
        typeToConfirm="erase"
        pending={erasing.isPending}
        error={erasing.error && <ErrorNotice error={erasing.error} className="mt-2" />}
        onConfirm={() => erasing.mutate(input())}
      />
    </>
  )
}
