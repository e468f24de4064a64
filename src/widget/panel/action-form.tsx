/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks'
import { usePanel } from './context.ts'
import type { Message } from './types.ts'

type Action = NonNullable<Message['action']>
const inputTypes = { text: 'text', email: 'email', phone: 'tel', number: 'number' } as const

/** The form that the AI asks the visitor to fill in. */
export function ActionForm({ messageId, action }: { messageId: string; action: Action }) {
  const { chat, words } = usePanel()
  const id = useId()
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  if (action.status === 'completed') return <p class="mark">{words.done}</p>
  const submit = async (form: HTMLFormElement) => {
    const given = new FormData(form)
    const result = action.fields.flatMap(({ name, type }) => {
      const value = String(given.get(name) ?? '').trim()
      return value === '' ? [] : [{ [name]: type === 'number' ? Number(value) : value }]
    })
    setSending(true)
    setProblem('')
    const body = { action: action.slug, agent_action_uuid: action.agent_action_uuid, result }
    await chat.fillIn(messageId, body).catch(() => {
      setProblem(words.personFailed)
      setSending(false)
    })
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <strong dir="auto">{action.name}</strong>
      {action.fields.map(({ name, label, type, required }) => (
        <label key={name} for={`${id}${name}`}>
          <span dir="auto">{label}</span>
          <input id={`${id}${name}`} name={name} type={inputTypes[type] as 'text'} required={required} dir="auto" />
        </label>
      ))}
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" class="primary" disabled={isSending}>
        {words.submit}
      </button>
    </form>
  )
}
