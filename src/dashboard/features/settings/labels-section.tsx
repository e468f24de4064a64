import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Tag from 'lucide-react/icons/tag'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { type Column, DataTable } from '#dashboard/components/data-table.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { LabelDot } from '#dashboard/components/label-dot.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { SettingsSection } from './settings-section.tsx'

type Label = Data<'listLabels'>[number]

const LabelDialog = late(() => import('./label-dialog.tsx'), 'LabelDialog')

/** The labels for conversations. Every member may create them; only owners and admins may change and delete them. */
export function LabelsSection() {
  const { may } = usePermissions()
  const labels = api.listLabels.useQuery()
  const [edited, setEdited] = useState<Label | 'new'>()
  const [deleted, setDeleted] = useState<Label>()
  const remove = api.deleteLabel.useMutation()
  useShortcut('n', 'New label', () => setEdited('new'))
  const columns: readonly Column<Label>[] = [
    {
      id: 'name',
      header: 'Name',
      className: 'w-full max-w-0',
      cell: ({ name, color }) => (
        <span className="flex min-w-0 items-center gap-2.5">
          <LabelDot color={color} className="size-2.5" />
          <span className="min-w-0 break-words font-medium">{name}</span>
        </span>
      ),
    },
  ]
  const changes: Column<Label> = {
    id: 'change',
    header: <span className="sr-only">Change</span>,
    className: 'w-0 whitespace-nowrap pl-0',
    cell: (label) => (
      <>
        <IconButton icon={Pencil} size="sm" label={`Change ${label.name}`} onClick={() => setEdited(label)} />
        <IconButton icon={Trash2} size="sm" label={`Delete ${label.name}`} onClick={() => setDeleted(label)} />
      </>
    ),
  }
  const create = (
    <Button variant="primary" onClick={() => setEdited('new')} onPointerEnter={LabelDialog.preload}>
      <Plus aria-hidden /> New label
    </Button>
  )
  return (
    <SettingsSection
      title="Labels"
      description="What a conversation is about, for the inbox to be filtered by."
      actions={labels.data?.length !== 0 && create}
    >
      {labels.data === undefined && labels.error ? (
        <ErrorState error={labels.error} onRetry={() => void labels.refetch()} />
      ) : labels.data?.length === 0 ? (
        <EmptyState icon={Tag} title="No labels yet" action={create}>
          Mark conversations as refunds, bugs or whatever you want to find again.
        </EmptyState>
      ) : (
        <DataTable
          label="Labels"
          columns={may('updateLabel') ? [...columns, changes] : columns}
          rows={labels.data}
          rowKey={({ id }) => id}
          skeletonRows={3}
        />
      )}
      {edited && <LabelDialog label={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />}
      <ConfirmDialog
        open={deleted !== undefined}
        onOpenChange={(open) => !open && setDeleted(undefined)}
        title={`Delete ${deleted?.name}?`}
        description="It is taken off every conversation that has it."
        confirmLabel="Delete label"
        mutation={remove}
        onConfirm={() => deleted && remove.mutate({ params: { label: deleted.id } })}
      />
    </SettingsSection>
  )
}
