import { useQueryClient } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import { api } from '#dashboard/api/api.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { toast } from '#dashboard/ui/toast.tsx'
import { editedNote } from '../reply/edited-note.ts'
import { asDeleted, replaceEntry, type ThreadEntry } from './messages.ts'
import { type ConversationIds, changeThread, paramsOf, readerOf } from './query.ts'

interface NoteActionsProps {
  ids: ConversationIds
  entry: ThreadEntry
  reader: string | undefined
}

/** What one may do with a note: its author edits it; its author, admins and owners delete it. */
export function NoteActions({ ids, entry, reader }: NoteActionsProps) {
  const { mayChangeOthers } = usePermissions()
  const client = useQueryClient()
  const remove = api.deleteNote.useMutation({
    onSuccess: () => {
      const by = readerOf(client)
      if (by) changeThread(client, ids, (known) => replaceEntry(known, asDeleted(entry, by)))
    },
    onError: (error) => toast.error(error.message),
  })
  const isMine = entry.author.type === 'member' && entry.author.id === reader
  if (!isMine && !mayChangeOthers) return null
  const small = 'size-6 [&_svg]:size-3.5'
  return (
    <span className="flex shrink-0 self-center">
      {isMine && (
        <IconButton
          icon={Pencil}
          label="Edit the note"
          className={small}
          onClick={() => editedNote.set({ ...ids, id: entry.id, content: '', mentions: [], ...entry.note })}
        />
      )}
      <IconButton
        icon={Trash2}
        label="Delete the note"
        className={small}
        disabled={remove.isPending}
        onClick={() => remove.mutate({ params: { ...paramsOf(ids), note: entry.id } })}
      />
    </span>
  )
}
