import FileText from 'lucide-react/icons/file-text'
import FileWarning from 'lucide-react/icons/file-warning'
import ImageIcon from 'lucide-react/icons/image'
import { useState } from 'react'
import { basePaths } from '#contract/route.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { byteSize } from '#dashboard/lib/sizes.ts'
import type { ThreadMessage } from './messages.ts'
import type { ConversationIds } from './query.ts'

type File = Pick<NonNullable<ThreadMessage['attachments']>[number], 'name' | 'type' | 'size' | 'is_risky'>

const LINK =
  'flex max-w-full items-center gap-2 rounded border border-line-strong bg-surface px-2 py-1 text-left text-ink text-sm hover:bg-hover pointer-coarse:py-2'

/** Where a file of a conversation is downloaded. */
export const addressOf = ({ agentId, conversationId }: ConversationIds, { id }: { id: string }): string =>
  `${basePaths['first-party']}/agents/${agentId}/conversations/${conversationId}/attachments/${id}`

/** A file to be downloaded, one that may do harm only after a question. */
export function FileLink({ file, address }: { file: File; address: string }) {
  const [isAsking, setAsking] = useState(false)
  const Icon = file.is_risky ? FileWarning : file.type.startsWith('image/') ? ImageIcon : FileText
  const shown = (
    <>
      <Icon aria-hidden className={`size-4 shrink-0 ${file.is_risky ? 'text-warning' : 'text-muted'}`} />
      <bdi className="min-w-0 truncate">{file.name}</bdi>
      <span className="shrink-0 text-muted text-xs tabular-nums">{byteSize(file.size)}</span>
    </>
  )
  if (!file.is_risky)
    return (
      <a href={address} download={file.name} className={LINK}>
        {shown}
      </a>
    )
  return (
    <>
      <button type="button" aria-haspopup="dialog" className={LINK} onClick={() => setAsking(true)}>
        {shown}
      </button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Download ${file.name}?`}
        description="A file of this kind can run a program when it is opened. Download it only if you know who sent it, and why."
        confirmLabel="Download anyway"
        onConfirm={() => {
          setAsking(false)
          const link = document.createElement('a')
          link.href = address
          link.download = file.name
          link.click()
        }}
      />
    </>
  )
}
