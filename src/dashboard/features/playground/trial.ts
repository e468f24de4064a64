import type { QueryClient } from '@tanstack/react-query'
import type { MessageAction } from '#contract/actions.ts'
import type { AnswerThreshold } from '#contract/enums.ts'
import type { Input, Progress } from '#contract/index.ts'
import { randomId } from '#contract/random-id.ts'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { createStore, type Store } from '#dashboard/lib/store.ts'
import { tabStore } from '#dashboard/lib/tab-store.ts'
import { type Said, saidTo } from './said.ts'

type Message = Input<'askPlayground'>['body']['messages'][number]

/** State of the current question, or the error of the last one. */
export interface Asking {
  /** Progress of the reply; undefined while no question is being answered. */
  stage?: 'sending' | Progress<'askPlayground'>['stage']
  /** The visitor's message; undefined when the question is a submitted form. */
  question?: Said | undefined
  written?: string | undefined
  error?: unknown
}

const LATEST = 20 // messages in a request, the question and the greeting included; a model is given no more
const QUIET: Asking = {}

export const draftFor = (agentId: string): Store<string> => tabStore(`playground-draft.${agentId}`, '')

/** Whether two replies to each question are compared, each in a thread of its own. */
export const comparingOf = (agentId: string): Store<boolean> => tabStore(`playground-comparing.${agentId}`, false)

/** The name of a trial's first thread is the agent's id; a second one is there only to compare. */
export const threadsOf = (agentId: string): string[] =>
  comparingOf(agentId).get() ? [agentId, secondOf(agentId)] : [agentId]
const secondOf = (agentId: string) => `${agentId}.second`

/** Settings that are tried in a thread instead of the agent's own. */
interface Choices {
  model?: string | undefined
  threshold?: AnswerThreshold | undefined
}

export const choicesOf = (thread: string): Store<Choices> => tabStore<Choices>(`playground-choices.${thread}`, {})

const runs = new Map<string, { asking: Store<Asking>; leave?: AbortController | undefined }>()

function runOf(thread: string) {
  const known = runs.get(thread) ?? { asking: createStore(QUIET) }
  runs.set(thread, known)
  return known
}

export const askingOf = (thread: string): Store<Asking> => runOf(thread).asking

interface Trial {
  client: QueryClient
  agentId: string
  thread: string
}

/** Sends the question in each thread. If none replies, the text returns to the field, unless that is in use again. */
export async function ask(client: QueryClient, agentId: string): Promise<void> {
  const draft = draftFor(agentId)
  const content = draft.get().trim()
  const threads = threadsOf(agentId)
  if (!content || threads.some((thread) => askingOf(thread).get().stage)) return
  draft.set('')
  const replied = await Promise.all(threads.map((thread) => askIn({ client, agentId, thread }, content)))
  if (!replied.includes(true) && draft.get() === '') draft.set(content)
}

/** Returns whether a reply came; if not, the thread holds the error, or none if the question was cancelled. */
async function askIn(trial: Trial, content: string): Promise<boolean> {
  try {
    await send(trial, { role: 'visitor', content }, entry({ role: 'visitor', content }))
    return true
  } catch (error) {
    const isStopped = error instanceof DOMException && error.name === 'AbortError'
    askingOf(trial.thread).set(isStopped ? QUIET : { error })
    return false
  }
}

/** @throws ApiError when values are invalid or no reply comes; DOMException `AbortError` when it is cancelled */
export async function fillIn(trial: Trial, { id, action }: Said, result: NonNullable<MessageAction['result']>) {
  if (!action || askingOf(trial.thread).get().stage) return
  const { agent_action_uuid } = action
  try {
    await send(trial, { role: 'visitor', action_result: { agent_action_uuid, result } }, undefined, (said) =>
      said.map((one) =>
        one.id === id ? { ...one, action: { ...action, status: 'completed' as const, result } } : one,
      ),
    )
  } catch (error) {
    askingOf(trial.thread).set(QUIET) // the form shows the error
    throw error
  }
}

export function stop(agentId: string): void {
  for (const thread of threadsOf(agentId)) runOf(thread).leave?.abort()
}

/** Cancels the current question, and deletes the playground conversations with the agent. */
export function startOver(agentId: string): void {
  stop(agentId)
  for (const thread of threadsOf(agentId)) {
    saidTo(thread).set([])
    askingOf(thread).set(QUIET)
  }
}

async function send(
  { client, agentId, thread }: Trial,
  next: Message,
  question: Said | undefined,
  change = (said: Said[]) => said,
): Promise<void> {
  const run = runOf(thread)
  const said = saidTo(thread)
  const leave = new AbortController()
  run.leave = leave
  run.asking.set({ stage: 'sending', question })
  const params = { agent: agentId }
  const greeting = await greetingOf(client, agentId)
  leave.signal.throwIfAborted()
  const messages = [...messagesOf(greeting, said.get()), next].slice(-LATEST)
  const { model, threshold } = choicesOf(thread).get()
  const body = { messages, ...(model && { model }), ...(threshold && { threshold }) }
  const reply = await call(
    'askPlayground',
    { params, body },
    { signal: leave.signal, onEvent: (progress) => run.asking.set(after(run.asking.get(), progress)) },
  )
  leave.signal.throwIfAborted()
  said.set([...change(said.get()), ...(question ? [question] : []), entry({ role: 'assistant', ...reply })])
  run.asking.set(QUIET)
  void invalidateAfter(client, 'askPlayground', params)
}

/** The state of a question after a progress event. A `text` of null takes back what was written so far. */
function after({ question, written = '' }: Asking, { stage, text }: Progress<'askPlayground'>): Asking {
  return { stage, question, written: text === null ? '' : written + (text ?? '') }
}

/** The agent's greeting; undefined where only people answer, as they have no fixed greeting. */
async function greetingOf(client: QueryClient, agentId: string): Promise<string | undefined> {
  const params = { agent: agentId }
  const [agent, settings] = await Promise.all([
    client.ensureQueryData(api.getAgent.queryOptions({ params })),
    client.ensureQueryData(api.getAgentSettings.queryOptions({ params })),
  ])
  return agent.only_human ? undefined : settings.greeting
}

function messagesOf(greeting: string | undefined, said: readonly Said[]): Message[] {
  const spoken = said.flatMap(({ role, content, action }): Message[] => {
    const { agent_action_uuid, result } = action ?? {}
    if (!agent_action_uuid || !result) return [{ role, content }]
    return [
      { role, content },
      { role: 'visitor', action_result: { agent_action_uuid, result } },
    ]
  })
  return greeting ? [{ role: 'assistant', content: greeting }, ...spoken] : spoken
}

function entry(fields: Pick<Said, 'role' | 'content'> & Partial<Said>): Said {
  return { id: randomId(), created_at: new Date().toISOString(), action: null, trace: null, ...fields }
}
