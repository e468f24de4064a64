/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import { SaveButton } from './save-button.tsx'
import { dataAddress } from './transfer.ts'
import type { AttachedFile } from './types.ts'

interface PictureProps {
  file: AttachedFile
  /** The small picture, until the large one is there. */
  small: string
  close: () => void
}

/** A picture as large as the panel, above all else. */
export function Picture({ file, small, close }: PictureProps) {
  const { chat, words } = usePanel()
  const [source, setSource] = useState(small)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
    let isLeft = false
    chat
      .download(file.id)
      .then(dataAddress)
      .then((address) => !isLeft && setSource(address))
      .catch(() => {}) // the small one stays
    return () => {
      isLeft = true
    }
  }, [chat, file.id])
  return (
    <dialog
      ref={dialog}
      class="large"
      aria-label={file.name}
      onClose={close}
      onKeyDown={(event) => event.stopPropagation()} // Escape closes the picture, not the chat
    >
      <button type="button" class="icon" aria-label={words.closePicture} onClick={() => dialog.current?.close()}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
      {source && <img src={source} alt={file.name} />}
      <SaveButton file={file} />
    </dialog>
  )
}
