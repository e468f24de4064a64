import { useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { isApiError } from '#dashboard/api/api-error.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { changeLineEverywhere } from '../list/lines-query.ts'
import { draftPlaces, writeDraft } from '../reply/drafts.ts'
import { outboxOf } from '../reply/use-outbox.ts'
import { type ConversationIds, paramsOf } from './query.ts'

interface DeleteConversationDialogProps {
  ids: ConversationIds
  visitor: string
  messageCount: number
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}

export function DeleteConversationDialog(props: DeleteConversationDialogProps) {
  const { ids, visitor, messageCount, open, onOpenChange, onDeleted } = props
  const client = useQueryClient()
  const remove = api.deleteConversation.useMutation()
  const finish = () => {
    changeLineEverywhere(client, ids.conversationId, () => undefined)
    for (const place of draftPlaces(ids.conversationId)) writeDraft(place, undefined)
    outboxOf(client).discardAll(ids.conversationId)
    onOpenChange(false)
    onDeleted()
    toast.message('Conversation deleted')
  }
  const confirm = () =>
    remove.mutate(
      { params: paramsOf(ids) },
      { onSuccess: finish, onError: (error) => isApiError(error, 'resource_not_found') && finish() },
    )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete the conversation with ${visitor}?`}
      description={
        <p>
          {messageCount === 1 ? 'Its one message goes' : `All ${messageCount.toLocaleString()} messages go`} with it,
          for everybody. This can’t be undone. To put it aside, close it instead.
        </p>
      }
      confirmLabel="Delete conversation"
      mutation={remove}
      onConfirm={confirm}
    />
  )
}
