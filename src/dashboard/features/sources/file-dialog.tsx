import Check from 'lucide-react/icons/check'
import FileText from 'lucide-react/icons/file-text'
import RotateCw from 'lucide-react/icons/rotate-cw'
import UploadIcon from 'lucide-react/icons/upload'
import X from 'lucide-react/icons/x'
import { type DragEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { fieldErrors } from '#dashboard/api/field-errors.ts'
import { describeError } from '#dashboard/components/describe-error.ts'
import { useDiscard } from '#dashboard/components/discard.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { byteSize, counted } from '#dashboard/lib/sizes.ts'
import { useCountdown } from '#dashboard/lib/use-countdown.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '#dashboard/ui/dialog.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Progress } from '#dashboard/ui/progress.tsx'
import { Allowance } from './allowance.tsx'
import { acceptedKinds } from './file-kinds.ts'
import { type Upload, type UploadState, useUploads } from './use-uploads.ts'

/** A dialog to upload files, dropped or chosen, several at once. Each becomes a source when its upload has ended. */
export function FileDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const { uploads, add, remove, retry } = useUploads(agentId)
  const underWay = uploads.filter(({ state }) => state.phase !== 'done' && state.phase !== 'failed')
  const done = uploads.filter(({ state }) => state.phase === 'done').length
  const { close, question } = useDiscard(
    underWay.length > 0 ? `${counted(underWay.length, 'file')} not uploaded yet will be left out.` : undefined,
    onClose,
  )
  return (
    <Dialog open onOpenChange={(open) => !open && close()}>
      <DialogContent
        title="Files"
        description={`PDF, Word (.docx), text, Markdown, CSV or HTML, up to ${byteSize(limits.fileBytes)} each.`}
      >
        <DialogBody className="flex flex-col gap-4">
          <DropZone onFiles={add} />
          {uploads.length > 0 && (
            <ul aria-label="Files" className="flex flex-col divide-y divide-line rounded border border-line">
              {uploads.map((upload) => (
                <UploadRow
                  key={upload.id}
                  upload={upload}
                  onRemove={() => remove(upload.id)}
                  onRetry={() => retry(upload.id)}
                />
              ))}
            </ul>
          )}
          <p role="status" className="sr-only">
            {done > 0 && `${done} of ${counted(uploads.length, 'file')} uploaded`}
          </p>
        </DialogBody>
        <DialogFooter>
          <Allowance quota="document_bytes" wanted={underWay.reduce((sum, { file }) => sum + file.size, 0)} />
          <Button variant={done > 0 && underWay.length === 0 ? 'primary' : 'secondary'} onClick={close}>
            {done > 0 && underWay.length === 0 ? 'Done' : 'Close'}
          </Button>
        </DialogFooter>
        {question}
      </DialogContent>
    </Dialog>
  )
}

function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const [over, setOver] = useState(false)
  const id = useId()
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn(
        'flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-line-strong border-dashed px-4 py-8 text-center has-focus-visible:outline-2 has-focus-visible:outline-ink has-focus-visible:outline-offset-2',
        over ? 'border-ai bg-ai-soft' : 'bg-canvas hover:bg-hover',
      )}
    >
      <UploadIcon aria-hidden className="size-5 text-muted" />
      <span className="font-medium">Drop files here, or choose them</span>
      <span className="text-muted text-sm">Several at once, if you like</span>
      <input
        id={id}
        type="file"
        multiple
        // biome-ignore lint/a11y/noAutofocus: choosing files is the dialog's purpose
        autoFocus
        accept={acceptedKinds}
        className="sr-only"
        onChange={({ target }) => {
          onFiles(target.files ?? [])
          target.value = ''
        }}
      />
    </label>
  )
}

interface UploadRowProps {
  upload: Upload
  onRemove: () => void
  onRetry: () => void
}

function UploadRow({ upload: { file, state }, onRemove, onRetry }: UploadRowProps) {
  return (
    <li className="flex items-start gap-2.5 px-3 py-2">
      <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex gap-2">
          <span className="min-w-0 flex-1 truncate" title={file.name}>
            {file.name}
          </span>
          <span className="whitespace-nowrap text-muted text-sm tabular-nums">{byteSize(file.size)}</span>
        </p>
        <Progression name={file.name} state={state} />
      </div>
      {state.phase === 'failed' && (
        <IconButton icon={RotateCw} size="sm" label={`Try ${file.name} again`} onClick={onRetry} />
      )}
      {state.phase !== 'done' && <IconButton icon={X} size="sm" label={`Leave ${file.name} out`} onClick={onRemove} />}
    </li>
  )
}

function Progression({ name, state }: { name: string; state: UploadState }) {
  switch (state.phase) {
    case 'queued':
      return <p className="text-muted text-sm">Waiting</p>
    case 'paused':
      return <Paused until={state.until} />
    case 'sending':
      return <Progress value={state.progress * 100} label={`Uploading ${name}`} className="my-2" />
    case 'checking':
      return <p className="text-muted text-sm">Uploaded; the server is looking at it…</p>
    case 'done':
      return (
        <p className="flex items-center gap-1 text-sm text-success">
          <Check aria-hidden className="size-3.5" /> Added, training begins
        </p>
      )
    case 'failed':
      return <p className="break-words text-danger text-sm">{inWords(state.error)}</p>
  }
}

function Paused({ until }: { until: number }) {
  const left = useCountdown(Math.max(1, Math.ceil((until - Date.now()) / 1_000)), () => undefined)
  return <p className="text-muted text-sm tabular-nums">The server asks for a pause: {left} s</p>
}

function inWords(error: unknown): string {
  const problems = fieldErrors(error).map(({ message }) => `This file ${message.replace(/\.$/, '')}.`)
  if (problems.length > 0) return problems.join(' ')
  const { title, advice } = describeError(error)
  return advice ? `${title}. ${advice}` : title
}
