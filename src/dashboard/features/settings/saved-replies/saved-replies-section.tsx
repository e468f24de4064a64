import MessageSquareText from 'lucide-react/icons/message-square-text'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import type { Data } from '#contract/index.ts'
import { api } from '#dashboard/api/api.ts'
import { useSession } from '#dashboard/api/session.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { type Column, DataTable } from '#dashboard/components/data-table.tsx'
import { EmptyState } from '#dashboard/components/empty-state.tsx'
import { ErrorState } from '#dashboard/components/error-state.tsx'
import { late } from '#dashboard/lib/late.tsx'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { SettingsSection } from '../settings-section.tsx'

type SavedReply = Data<'listSavedReplies'>[number]

const SavedReplyDialog = late(() => import('./saved-reply-dialog.tsx'), 'SavedReplyDialog')

export function SavedRepliesSection() {
  const { mayChangeOthers } = usePermissions()
  const { user } = useSession()
  const replies = api.listSavedReplies.useQuery()
  const [edited, setEdited] = useState<SavedReply | 'new'>()
  const [deleted, setDeleted] = useState<SavedReply>()
  const remove = api.deleteSavedReply.useMutation()
  useShortcut('n', 'New saved reply', () => setEdited('new'))
  const mayChange = ({ author }: SavedReply) => author.user_id === user.id || mayChangeOthers
  const usedBy = ({ is_shared, author }: SavedReply) =>
    !is_shared ? 'You' : author.user_id === user.id ? 'Everybody' : `Everybody, by ${author.name}`
  const columns: readonly Column<SavedReply>[] = [
    {
      id: 'title',
      header: 'Reply',
      className: 'w-full max-w-0',
      cell: (reply) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-medium" title={reply.title}>
            {reply.title}
          </span>
          <span className="truncate text-muted text-sm" dir="auto">
            {reply.content}
          </span>
          <span className="truncate text-muted text-sm sm:hidden">
            For {usedBy(reply).replace(/^[YE]/, (first) => first.toLowerCase())}
          </span>
        </span>
      ),
    },
    {
      id: 'for',
      header: 'For',
      className: 'whitespace-nowrap max-sm:hidden',
      cell: usedBy,
    },
    {
      id: 'change',
      header: <span className="sr-only">Change</span>,
      className: 'w-0 whitespace-nowrap pl-0',
      cell: (reply) =>
        mayChange(reply) && (
          <>
            <IconButton icon={Pencil} size="sm" label={`Change ${reply.title}`} onClick={() => setEdited(reply)} />
            <IconButton icon={Trash2} size="sm" label={`Delete ${reply.title}`} onClick={() => setDeleted(reply)} />
          </>
        ),
    },
  ]
  const create = (
    <Button variant="primary" onClick={() => setEdited('new')} onPointerEnter={SavedReplyDialog.preload}>
      <Plus aria-hidden /> New saved reply
    </Button>
  )
  return (
    <SettingsSection
      title="Saved replies"
      description="Answers you give again and again. Type / in an empty line of a reply to find one."
      actions={replies.data?.length !== 0 && create}
    >
      {replies.data === undefined && replies.error ? (
        <ErrorState error={replies.error} onRetry={() => void replies.refetch()} />
      ) : replies.data?.length === 0 ? (
        <EmptyState icon={MessageSquareText} title="No saved replies yet" action={create}>
          Save what you keep writing, for yourself or for everybody, with the visitor’s name filled in.
        </EmptyState>
      ) : (
        <DataTable
          label="Saved replies"
          columns={columns}
          rows={replies.data}
          rowKey={({ id }) => id}
          skeletonRows={3}
        />
      )}
      {edited && (
        <SavedReplyDialog reply={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
      <ConfirmDialog
        open={deleted !== undefined}
        onOpenChange={(open) => !open && setDeleted(undefined)}
        title={`Delete ${deleted?.title}?`}
        description={deleted?.is_shared ? 'Nobody will find it any more.' : 'You will not find it any more.'}
        confirmLabel="Delete saved reply"
        mutation={remove}
        onConfirm={() => deleted && remove.mutate({ params: { reply: deleted.id } })}
      />
    </SettingsSection>
  )
}
