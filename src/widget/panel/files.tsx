/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import { Picture } from './picture.tsx'
import { SaveButton } from './save-button.tsx'
import type { AttachedFile } from './types.ts'

/** The files of a message: pictures are seen, all can be saved. */
export function Files({ files }: { files: readonly AttachedFile[] }) {
  if (files.length === 0) return null
  return (
    <div class="files">
      {files.map((file) => (
        <OneFile key={file.id} file={file} />
      ))}
    </div>
  )
}

function OneFile({ file }: { file: AttachedFile }) {
  const { chat, words } = usePanel()
  const [source, setSource] = useState('')
  const [isLarge, setLarge] = useState(false)
  const isPicture = file.width !== undefined && file.height !== undefined
  useEffect(() => {
    let isLeft = false
    if (isPicture)
      chat
        .thumbnail(file.id)
        .then((address) => !isLeft && setSource(address))
        .catch(() => {}) // its name stays
    return () => {
      isLeft = true
    }
  }, [chat, file.id, isPicture])
  if (!isPicture) return <SaveButton file={file} />
  return (
    <>
      <button
        type="button"
        class="picture"
        style={shownSize(file.width!, file.height!)}
        aria-label={words.enlarge.replace('{name}', () => file.name)}
        onClick={() => setLarge(true)}
      >
        {source ? <img src={source} alt="" /> : file.name}
      </button>
      {isLarge && <Picture file={file} small={source} close={() => setLarge(false)} />}
    </>
  )
}

const LONGEST_SIDE = 240 // pixels

/** The size at which a picture is shown among the messages, kept free until it is there. */
function shownSize(width: number, height: number): { width: string; aspectRatio: string } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height))
  return { width: `${Math.max(48, Math.round(width * scale))}px`, aspectRatio: `${width} / ${height}` }
}
