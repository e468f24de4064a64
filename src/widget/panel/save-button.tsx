/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import { sizeOf } from './size.ts'
import type { AttachedFile } from './types.ts'

/** A file that is saved when it is tapped. */
export function SaveButton({ file }: { file: AttachedFile }) {
  const { chat, words } = usePanel()
  const [hasFailed, setFailed] = useState(false)
  const save = () => {
    setFailed(false)
    chat
      .download(file.id)
      .then((blob) => saveAs(blob, file.name))
      .catch(() => setFailed(true))
  }
  return (
    <>
      <button type="button" class="file" title={words.save.replace('{name}', () => file.name)} onClick={save}>
        <FileIcon />
        <bdi>{file.name}</bdi> <span>{sizeOf(file.size)}</span>
      </button>
      {hasFailed && <small role="alert">{words.didNotWork}</small>}
    </>
  )
}

export const FileIcon = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d="M14 3H6v18h12V7zv4h4" />
  </svg>
)

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000) // browsers may begin to save only after a moment
}
