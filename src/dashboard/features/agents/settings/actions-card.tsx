import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { Card } from '#dashboard/components/card.tsx'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { NotLoaded } from '#dashboard/components/not-loaded.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { counted } from '#dashboard/lib/sizes.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Skeleton } from '#dashboard/ui/skeleton.tsx'
import type { AgentAction } from './action-dialog.tsx'

const ActionDialog = late(() => import('./action-dialog.tsx'), 'ActionDialog')

export function ActionsCard({ agentId }: { agentId: string }) {
  const actions = api.listActions.useQuery({ params: { agent: agentId } })
  const [edited, setEdited] = useState<AgentAction | 'new'>()
  return (
    <Card
      title="Actions"
      description="Forms the AI can hand a visitor, to take an order number or a way to call back."
      actions={
        <Button size="sm" onClick={() => setEdited('new')}>
          <Plus aria-hidden /> New action
        </Button>
      }
    >
      {actions.data ? (
        actions.data.length > 0 ? (
          <ul className="divide-y divide-line rounded border border-line">
            {actions.data.map((action) => (
              <ActionRow key={action.id} agentId={agentId} action={action} onEdit={() => setEdited(action)} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">None yet. Without one the AI only answers in words.</p>
        )
      ) : (
        <NotLoaded query={actions} placeholder={<Skeleton className="h-12 w-full" />} />
      )}
      {edited && (
        <ActionDialog
          agentId={agentId}
          action={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  )
}

function ActionRow({ agentId, action, onEdit }: { agentId: string; action: AgentAction; onEdit: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = api.deleteAction.useMutation()
  return (
    <li className="flex items-center gap-2 py-2 pr-2 pl-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{action.name}</span>
          <code className="break-all font-mono text-muted text-xs">{action.slug}</code>
        </p>
        <p className="truncate text-muted text-sm">
          {counted(action.fields.length, 'field')}: {action.fields.map(({ label }) => label).join(', ')}
        </p>
      </div>
      <IconButton icon={Pencil} size="sm" label={`Edit ${action.name}`} onClick={onEdit} />
      <IconButton icon={Trash2} size="sm" label={`Delete ${action.name}`} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete “${action.name}”?`}
        description="The AI can’t ask for it any more. What visitors have filled in stays in their conversations."
        confirmLabel="Delete action"
        mutation={remove}
        onConfirm={() => remove.mutate({ params: { agent: agentId, action: action.id } })}
      />
    </li>
  )
}
