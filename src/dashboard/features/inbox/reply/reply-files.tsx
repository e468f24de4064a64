import FileText from 'lucide-react/icons/file-text'
import Paperclip from 'lucide-react/icons/paperclip'
import X from 'lucide-react/icons/x'
import { type ClipboardEvent, type DragEvent, useRef } from 'react'
import { byteSize } from '#dashboard/lib/sizes.ts'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import type { ReplyFile } from './use-reply-files.ts'

/** What an element does with files that are pasted or dropped; without `add` it keeps the browser from opening them. */
export const takingFiles = (add: ((files: File[]) => void) | undefined) => ({
  onPaste(event: ClipboardEvent) {
    const { files, types } = event.clipboardData
    if (!add || files.length === 0 || types.includes('text/plain')) return // programs copy text as a picture, too
    event.preventDefault()
    add([...files])
  },
  onDragOver(event: DragEvent) {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
  onDrop(event: DragEvent) {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    add?.([...event.dataTransfer.files])
  },
})

/** Opens the browser's chooser of files. */
export function AttachButton({ onChoose }: { onChoose: (files: File[]) => void }) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          currentTarget.value = '' // so that the same file can be chosen again
        }}
      />
      <IconButton icon={Paperclip} label="Attach files" onClick={() => chooser.current?.click()} />
    </>
  )
}

interface ReplyFilesProps {
  files: readonly ReplyFile[]
  isTooMany: boolean
  most: number
  onRemove: (file: ReplyFile) => void
}

/** The files that the next reply will have, with how far each is. */
export function ReplyFiles({ files, isTooMany, most, onRemove }: ReplyFilesProps) {
  return (
    <>
      {isTooMany && (
        <p role="alert" className="text-danger text-sm">
          At most {most} files in one message
        </p>
      )}
      <ul aria-label="Files" className="flex max-h-40 flex-wrap gap-2 overflow-y-auto empty:hidden">
        {files.map((file) => (
          <li
            key={file.key}
            className="flex max-w-full items-center gap-2 rounded border border-line bg-canvas py-0.5 pl-2 text-sm"
          >
            <FileText aria-hidden className="size-4 shrink-0 text-muted" />
            <div className="min-w-0">
              <p className="max-w-56 truncate">
                <bdi>{file.name}</bdi>
              </p>
              {file.problem ? (
                <p role="alert" className="text-danger text-xs">
                  {file.problem}
                </p>
              ) : file.uploaded ? (
                <p className="text-muted text-xs">{byteSize(file.uploaded.size)}</p>
              ) : (
                <Progress value={file.part * 100} label={file.name} tone="ink" className="my-1.5 w-32" />
              )}
            </div>
            <IconButton icon={X} label={`Remove ${file.name}`} onClick={() => onRemove(file)} />
          </li>
        ))}
      </ul>
    </>
  )
}
