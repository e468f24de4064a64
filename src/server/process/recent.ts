import { measures, OWN_MODEL } from './measures.ts'

const MINUTES = 15
const MINUTE_MS = 60_000
/** Failures in a row after which a model counts as failing. */
const IN_A_ROW = 3
/** For so long a model that failed and is asked no more counts as failing: nobody may write for a night. */
const UNASKED_MS = 24 * 60 * MINUTE_MS

/** What this process did lately. */
export interface Recent {
  startedAt: number
  /** Requests that were answered in the last 15 minutes, and those of them with a status of 500 or above. */
  requests(): { answered: number; failed: number }
  /** The slugs of the platform's models whose last three replies or more all failed, the last of them within a day. */
  failingModels(): string[]
  close(): void
}

/** Begins to count. */
export function createRecent(now: () => number): Recent {
  const minutes: { at: number; answered: number; failed: number }[] = []
  const models = new Map<string, { failures: number; at: number }>()
  const isRecent = ({ at }: { at: number }) => at > now() - MINUTES * MINUTE_MS
  const ends = [
    measures.request.listen(({ status }) => {
      const at = Math.floor(now() / MINUTE_MS) * MINUTE_MS
      let minute = minutes.at(-1)
      if (minute?.at !== at) {
        minute = { at, answered: 0, failed: 0 }
        minutes.push(minute)
        if (minutes.length > MINUTES + 1) minutes.shift()
      }
      minute.answered += 1
      if (status >= 500) minute.failed += 1
    }),
    measures.model.listen(({ model, isFailed }) => {
      if (model === OWN_MODEL) return
      models.set(model, { failures: isFailed ? (models.get(model)?.failures ?? 0) + 1 : 0, at: now() })
    }),
  ]
  return {
    startedAt: now(),
    requests() {
      const sum = { answered: 0, failed: 0 }
      for (const { answered, failed } of minutes.filter(isRecent)) {
        sum.answered += answered
        sum.failed += failed
      }
      return sum
    },
    failingModels: () =>
      [...models]
        .filter(([, { failures, at }]) => failures >= IN_A_ROW && at > now() - UNASKED_MS)
        .map(([slug]) => slug),
    close() {
      for (const end of ends) end()
    },
  }
}
