/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { limits } from '#contract/limits.ts'
import { isComposed } from './composing.ts'
import { usePanel } from './context.ts'
import { UploadList } from './upload-list.tsx'
import { useDrop } from './use-drop.ts'
import { useUploads } from './use-uploads.ts'
import { WHO_ANSWERS } from './who-answers.tsx'

/** What the chooser of files offers. Photographs are made JPEGs by phones that keep them otherwise. */
const KINDS =
  'image/jpeg,image/png,image/webp,image/gif,application/pdf,.txt,.csv,.md,.rtf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp'

/** Where the visitor writes: Enter sends, Shift and Enter begin a new line. Files are chosen, pasted or dropped. */
export function Composer() {
  const { chat, words } = usePanel()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const { uploads, isTooMany, add, again, remove, clear } = useUploads()
  const isDragging = useDrop(add)
  const files = uploads.flatMap(({ file }) => file ?? [])
  const isReady = files.length === uploads.length && (files.length > 0 || text.trim() !== '')
  // Keeps the field as tall as the text in it.
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = text === '' ? '' : 'auto'
    const borders = element.offsetHeight - element.clientHeight
    if (text !== '') element.style.height = `${element.scrollHeight + borders}px`
  }, [text])
  const send = () => {
    if (!isReady) return
    chat.send(text.trim(), files)
    setText('')
    clear()
    field.current?.focus()
  }
  return (
    <>
      {(uploads.length > 0 || isTooMany) && (
        <UploadList
          {...{ uploads, isTooMany, again }}
          remove={(upload) => {
            remove(upload)
            field.current?.focus()
          }}
        />
      )}
      {isDragging && <p class="drop">{words.dropHere}</p>}
      <form
        class="composer"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept={KINDS}
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])])
            currentTarget.value = '' // so that the same file can be chosen again
            field.current?.focus()
          }}
        />
        <button type="button" class="icon" aria-label={words.attach} onClick={() => chooser.current?.click()}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m20 11-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7l-8.5 8.4a1.6 1.6 0 0 1-2.3-2.3L14.5 7" />
          </svg>
        </button>
        <textarea
          ref={field}
          aria-describedby={WHO_ANSWERS}
          rows={1}
          dir={text === '' ? undefined : 'auto'} // with `auto`, the placeholder would be on the left in every language
          aria-label={words.message}
          placeholder={words.message}
          maxLength={limits.messageContent}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            if (event.currentTarget.value.trim() !== '') chat.writes()
          }}
          onPaste={(event) => {
            const given = event.clipboardData
            if (!given?.files.length || given.types.includes('text/plain')) return // programs copy text as a picture, too
            event.preventDefault()
            add([...given.files])
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposed(event)) return
            event.preventDefault()
            send()
          }}
        />
        <button type="submit" class="icon send" aria-label={words.send} disabled={uploads.length > 0 && !isReady}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M12 20V4m-7 7 7-7 7 7" />
          </svg>
        </button>
      </form>
    </>
  )
}
