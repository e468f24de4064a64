/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks'
import { Refusal } from './api.ts'
import { usePanel } from './context.ts'
import type { Words } from './locales/en.ts'
import type { Message } from './types.ts'

type Action = NonNullable<Message['action']>
const inputTypes = { text: 'text', email: 'email', phone: 'tel', number: 'number' } as const

/** What is wrong with a field, in the panel's language; undefined if nothing is. */
function problemOf({ type, validity }: HTMLInputElement, words: Words): string | undefined {
  if (validity.valid) return undefined
  if (type === 'number' && (validity.badInput || validity.stepMismatch)) return words.notNumber
  return type === 'email' && validity.typeMismatch ? words.notEmail : words.needed
}

/** What is wrong with each field that the server refuses, which checks addresses and phone numbers more closely. */
function problemsIn(refusal: unknown, { fields }: Action, words: Words): Record<string, string> {
  const said = { text: words.needed, email: words.notEmail, phone: words.notPhone, number: words.notNumber }
  const refused = refusal instanceof Refusal ? refusal.fields : []
  const wrong = fields.filter(({ name }) => refused.includes(`result.${name}`))
  return Object.fromEntries(wrong.map(({ name, type }) => [name, said[type]]))
}

/** The form that the AI asks the visitor to fill in. */
export function ActionForm({ messageId, action }: { messageId: string; action: Action }) {
  const { chat, words } = usePanel()
  const id = useId()
  const [problem, setProblem] = useState('')
  const [wrong, setWrong] = useState<Record<string, string | undefined>>({})
  const [isSending, setSending] = useState(false)
  if (action.status === 'completed') return <p class="mark">{words.done}</p>
  const submit = async (form: HTMLFormElement) => {
    const inputs = [...form.querySelectorAll('input')]
    setWrong(Object.fromEntries(inputs.map((input) => [input.name, problemOf(input, words)])))
    const first = inputs.find(({ validity }) => !validity.valid)
    if (first) return first.focus()
    const given = new FormData(form)
    const result = action.fields.flatMap(({ name, type }) => {
      const value = String(given.get(name) ?? '').trim()
      return value === '' ? [] : [{ [name]: type === 'number' ? Number(value) : value }]
    })
    setSending(true)
    setProblem('')
    const body = { action: action.slug, agent_action_uuid: action.agent_action_uuid, result }
    await chat.fillIn(messageId, body).catch((error) => {
      const refused = problemsIn(error, action, words)
      const field = inputs.find(({ name }) => name in refused)
      setWrong(refused)
      if (field) field.focus()
      else setProblem(words.didNotWork)
      setSending(false)
    })
  }
  return (
    <form
      class="form"
      noValidate // the browser's own bubbles would speak its language, not the panel's
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <strong dir="auto">{action.name}</strong>
      {action.fields.map(({ name, label, type, required }) => (
        <label key={name} for={`${id}${name}`}>
          <span dir="auto">{label}</span>
          <input
            id={`${id}${name}`}
            name={name}
            type={inputTypes[type] as 'text'}
            step="any"
            required={required}
            dir="auto"
            aria-invalid={wrong[name] !== undefined}
            aria-describedby={`${id}${name}-wrong`}
          />
          {wrong[name] && (
            <small id={`${id}${name}-wrong`} role="alert">
              {wrong[name]}
            </small>
          )}
        </label>
      ))}
      {problem && <p role="alert">{problem}</p>}
      <button type="submit" class="primary" disabled={isSending}>
        {words.submit}
      </button>
    </form>
  )
}
