import { useQueryClient } from '@tanstack/react-query'
import { api } from '#dashboard/api/api.ts'
import { tellError } from '#dashboard/components/tell-error.ts'
import { toast } from '#dashboard/ui/toast.tsx'
import { isAhead } from '../handling/snooze.ts'
import { changeLine, type Line } from '../list/lines.ts'
import { changeLineEverywhere } from '../list/lines-query.ts'
import { noteOwnTakeover } from '../notifications/own-takeovers.ts'
import { paramsOf, readerOf } from '../thread/query.ts'
import { type Act, type ChangeStep, describeRefusals, labelsChanged, type Step } from './acts.ts'

const TOLD = 'changed-many' // id of the toast that reports the outcome, so that the next one takes its place

export interface Outcome {
  act: Act
  changed: readonly Line[]
  refused: readonly { id: string; code: string | null }[]
}

/** Functions that change several conversations with one request, and report the outcome. */
export function useChangeMany() {
  const client = useQueryClient()
  const mutation = api.changeConversations.useMutation({
    // Send changes one after the other, as shortcuts can be pressed faster than the server answers.
    scope: { id: 'several conversations' },
  })

  const snoozing = api.snoozeConversation.useMutation({ scope: { id: 'several conversations' } })

  const send = ({ ids, change }: ChangeStep) => {
    if (change.response_mode === 'human') noteOwnTakeover(...ids)
    return mutation.mutateAsync({ body: { ids: [...ids], change } })
  }

  const undo = async (steps: readonly Step[]) => {
    try {
      const refused: { id: string; code: string | null }[] = []
      const isRefused = (id: string) => refused.some((outcome) => outcome.id === id && outcome.code !== null)
      for (const step of steps) {
        if ('change' in step) {
          if (step.ids.length > 0) refused.push(...(await send(step)))
        } else if (isAhead(step.until) && !isRefused(step.snoozed.conversationId)) {
          await snoozing.mutateAsync({ params: paramsOf(step.snoozed), body: { until: step.until } })
        }
      }
      const description = describeRefusals(refused)
      if (description) toast.error('Not all of it was undone', { id: TOLD, description })
    } catch (error) {
      tellError(error, 'It was not undone')
    }
  }

  /** @returns the outcome, for `tell`; undefined if the request failed, which is reported at once */
  const change = async (lines: readonly Line[], act: Act): Promise<Outcome | undefined> => {
    try {
      const outcomes = await send({ ids: lines.map(({ id }) => id), change: act.change })
      const changed = new Set(outcomes.filter(({ ok }) => ok).map(({ id }) => id))
      const now = new Date().toISOString()
      const actor = readerOf(client)
      for (const id of changed)
        changeLineEverywhere(client, id, (line) => changeLine(line, { ...act.shown(line), actor }, now))
      return {
        act,
        changed: lines.filter(({ id }) => changed.has(id)),
        refused: outcomes.filter(({ ok }) => !ok),
      }
    } catch (error) {
      tellError(error, 'Nothing was changed')
      return undefined
    }
  }

  /** Reports the outcome of one act or of several changes of labels, and offers to undo all of it. */
  const tell = (outcomes: readonly Outcome[]) => {
    const [first, ...others] = outcomes
    if (!first) return
    const refusals = describeRefusals(outcomes.flatMap(({ refused }) => refused))
    const options = { id: TOLD, ...(refusals && { description: refusals }) }
    const { size } = new Set(outcomes.flatMap(({ changed }) => changed.map(({ id }) => id)))
    if (size === 0) return toast.error('Nothing was changed', options)
    const steps = outcomes.toReversed().flatMap(({ act, changed }) => act.undo(changed))
    const message = others.length > 0 ? labelsChanged(size) : first.act.done(size)
    toast.message(message, { ...options, action: { label: 'Undo', onClick: () => void undo(steps) } })
  }

  return { change, tell, isPending: mutation.isPending }
}
