import FileText from 'lucide-react/icons/file-text'
import FileWarning from 'lucide-react/icons/file-warning'
import ImageIcon from 'lucide-react/icons/image'
import { useState } from 'react'
import { basePaths } from '#contract/route.ts'
import { ConfirmDialog } from '#dashboard/components/confirm-dialog.tsx'
import { byteSize } from '#dashboard/lib/sizes.ts'
import type { ThreadMessage } from './messages.ts'
import type { ConversationIds } from './query.ts'

type File = NonNullable<ThreadMessage['email']>['attachments'][number]

const LINK =
  'flex max-w-full items-center gap-2 rounded border border-line-strong bg-surface px-2 py-1 text-left text-ink text-sm hover:bg-hover pointer-coarse:py-2'

/** The files of a mail to be downloaded, those that may do harm only after a question. */
export function MailFiles({ files, ...ids }: ConversationIds & { files: readonly File[] }) {
  const folder = `${basePaths['first-party']}/agents/${ids.agentId}/conversations/${ids.conversationId}/attachments`
  return (
    <ul aria-label="Files" className="mt-1 flex max-w-[min(40rem,88%)] flex-wrap gap-1.5">
      {files.map((file) => (
        <li key={file.id} className="min-w-0 max-w-full">
          <FileLink file={file} address={`${folder}/${file.id}`} />
        </li>
      ))}
    </ul>
  )
}

function FileLink({ file, address }: { file: File; address: string }) {
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
