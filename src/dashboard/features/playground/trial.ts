import type { QueryClient } from '@tanstack/react-query'
import type { MessageAction } from '#contract/actions.ts'
import type { AnswerThreshold } from '#contract/enums.ts'
import type { Input, Progress } from '#contract/index.ts'
import { invalidateAfter } from '#dashboard/api/after-mutation.ts'
import { api } from '#dashboard/api/api.ts'
import { call } from '#dashboard/api/client.ts'
import { randomId } from '#dashboard/lib/random-id.ts'
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
  /** What the model has written of its reply so far. */
  written?: string | undefined
  error?: unknown
}

const LATEST = 20 // messages sent with a question, as many as a model sees of a conversation
const QUIET: Asking = {}

export const draftFor = (agentId: string): Store<string> => tabStore(`playground-draft.${agentId}`, '')

/** How sure the built-in model must be in the playground; null where it is as sure as the agent's own setting says. */
export const thresholdOf = (agentId: string): Store<AnswerThreshold | null> =>
  tabStore<AnswerThreshold | null>(`playground-threshold.${agentId}`, null)

const runs = new Map<string, { asking: Store<Asking>; leave?: AbortController | undefined }>()

function runOf(agentId: string) {
  const known = runs.get(agentId) ?? { asking: createStore(QUIET) }
  runs.set(agentId, known)
  return known
}

export const askingOf = (agentId: string): Store<Asking> => runOf(agentId).asking

export interface Trial {
  client: QueryClient
  agentId: string
}

/** Sends the typed question. If no reply comes, the text returns to the field. */
export async function ask(trial: Trial): Promise<void> {
  const draft = draftFor(trial.agentId)
  const content = draft.get().trim()
  if (!content || askingOf(trial.agentId).get().stage) return
  draft.set('')
  const question = entry({ role: 'visitor', content })
  try {
    await send(trial, { role: 'visitor', content }, question)
  } catch (error) {
    if (draft.get() === '') draft.set(content)
    const isStopped = error instanceof DOMException && error.name === 'AbortError'
    askingOf(trial.agentId).set(isStopped ? QUIET : { error })
  }
}

/**
 * Submits a form of a reply and waits for the next reply.
 * @throws ApiError when values are invalid or no reply comes
 */
export async function fillIn(trial: Trial, { id, action }: Said, result: NonNullable<MessageAction['result']>) {
  if (!action || askingOf(trial.agentId).get().stage) return
  const { agent_action_uuid } = action
  try {
    await send(trial, { role: 'visitor', action_result: { agent_action_uuid, result } }, undefined, (said) =>
      said.map((one) =>
        one.id === id ? { ...one, action: { ...action, status: 'completed' as const, result } } : one,
      ),
    )
  } catch (error) {
    askingOf(trial.agentId).set(QUIET) // the form shows the error
    throw error
  }
}

/** Cancels the current question. */
export function stop(agentId: string): void {
  runOf(agentId).leave?.abort()
}

/** Deletes the playground conversation with the agent. */
export function startOver(agentId: string): void {
  stop(agentId)
  saidTo(agentId).set([])
  askingOf(agentId).set(QUIET)
}

async function send(
  { client, agentId }: Trial,
  next: Message,
  question: Said | undefined,
  change = (said: Said[]) => said,
): Promise<void> {
  const run = runOf(agentId)
  const said = saidTo(agentId)
  const leave = new AbortController()
  run.leave = leave
  run.asking.set({ stage: 'sending', question })
  const params = { agent: agentId }
  const greeting = await greetingOf(client, agentId)
  leave.signal.throwIfAborted()
  const messages = [...messagesOf(greeting, said.get()), next].slice(-LATEST)
  const threshold = thresholdOf(agentId).get()
  const body = { messages, ...(threshold && { threshold }) }
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

/** The state of a question after one more word about its reply. */
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
