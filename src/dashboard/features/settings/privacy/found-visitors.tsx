import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { api } from '#dashboard/api/api.ts'
import { useAgents } from '#dashboard/api/use-agents.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { useVisitorJob } from './use-visitor-job.ts'
import { VisitorJobState } from './visitor-job-state.tsx'
import { type Visitor, VisitorLine } from './visitor-line.tsx'

/** Sources taught from the visitors' words. An erasure leaves them, so a person has to check them. */
function Taught({ visitors }: { visitors: readonly Visitor[] }) {
  const taught = visitors.flatMap(({ agent_id, taught = [] }) => taught.map((source) => ({ agent_id, ...source })))
  if (taught.length === 0) return null
  return (
    <section aria-label="Taught from their words" className="mt-2 flex flex-col gap-1">
      <p>This was taught from what they said, and stays. Look whether it tells of them:</p>
      <ul className="list-disc pl-5">
        {taught.map(({ agent_id, source_id, title }) => (
          <li key={source_id} dir="auto" className="break-words">
            <Link
              to="/agents/$agentId/knowledge/sources"
              params={{ agentId: agent_id }}
              search={{ source: source_id }}
              target="_blank"
              className="text-ink underline underline-offset-2"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

const AT_ONCE = limits.visitorsAtOnce

interface FoundVisitorsProps {
  visitors: readonly Visitor[]
  /** Called once visitors are erased, so that the list is closed. */
  onErased: () => void
}

const keyOf = ({ agent_id, chat_user_id, identity_verified }: Visitor) =>
  `${agent_id} ${identity_verified} ${chat_user_id}`

/** Visitors to export or erase together. At first as many are chosen as one request may name. */
export function FoundVisitors({ visitors, onErased }: FoundVisitorsProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set(visitors.slice(AT_ONCE).map(keyOf)))
  const [asking, setAsking] = useState(false)
  const agents = useAgents().data
  const exporting = api.exportVisitors.useMutation()
  const erasing = api.eraseVisitors.useMutation()
  const exported = useVisitorJob(exporting.data?.id)
  const erased = useVisitorJob(erasing.data?.id, () => {
    toast.success('Erased')
    onErased()
  })
  const chosen = visitors.filter((visitor) => !left.has(keyOf(visitor)))
  const canAct = chosen.length > 0 && chosen.length <= AT_ONCE
  const input = () => ({ body: { matches: chosen } })
  const isErasing = erasing.data !== undefined && erased?.status !== 'failed'
  const toggle = (key: string) => {
    const changed = new Set(left)
    if (!changed.delete(key)) changed.add(key)
    setLeft(changed)
    exporting.reset() // its file is that of another choice
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
            agent={agents?.find(({ id }) => id === visitor.agent_id)?.name ?? 'Another agent'}
            isChosen={!left.has(keyOf(visitor))}
            isFixed={isErasing}
            onToggle={() => toggle(keyOf(visitor))}
          />
        ))}
      </ul>
      {visitors.length > AT_ONCE && (
        <p className="text-muted">
          {chosen.length.toLocaleString()} of {visitors.length.toLocaleString()} are chosen. No more than {AT_ONCE} can
          be exported or erased at once: erase these, and find the rest again.
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          disabled={!canAct || isErasing}
          pending={exporting.isPending || exported?.status === 'pending'}
          onClick={() => exporting.mutate(input())}
        >
          Export
        </Button>
        <Button
          className="border-danger-line text-danger hover:bg-danger-soft"
          disabled={!canAct}
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
              All their conversations go for good: messages, notes, drafts, exports, what is still to be sent to
              webhooks, and checks that ask in their very words. There is no way back.
            </p>
            <p className="mt-2">
              Out of reach are your backups, and what webhooks have delivered: erase it there as well.
            </p>
          </>
        }
        details={<Taught visitors={chosen} />}
        confirmLabel="Erase"
        typeToConfirm="erase"
        mutation={erasing}
        onConfirm={() => erasing.mutate(input())}
      />
    </>
  )
}
