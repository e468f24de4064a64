/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import { limits } from '#contract/limits.ts'
import { isComposed } from './composing.ts'
import { usePanel } from './context.ts'
import { WHO_ANSWERS } from './who-answers.tsx'

/** Where the visitor writes: Enter sends, Shift and Enter begin a new line. */
export function Composer() {
  const { chat, words } = usePanel()
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  // Keeps the field as tall as the text in it.
  useEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = text === '' ? '' : 'auto'
    const borders = element.offsetHeight - element.clientHeight
    if (text !== '') element.style.height = `${element.scrollHeight + borders}px`
  }, [text])
  const send = () => {
    if (text.trim() === '') return
    chat.send(text.trim())
    setText('')
    field.current?.focus()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
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
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposed(event)) return
          event.preventDefault()
          send()
        }}
      />
      <button type="submit" class="icon send" aria-label={words.send}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 20V4m-7 7 7-7 7 7" />
        </svg>
      </button>
    </form>
  )
}
