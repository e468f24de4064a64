import { setTimeout as delay } from 'node:timers/promises'
import { shownText } from '../../adapters/models/shown-text.ts'
import type { ReplyListener } from '../../adapters/models/streamed-text.ts'
import { toolNameOf } from '../../adapters/models/tools.ts'
import { createAlarm } from '../../events/alarm.ts'
import type { Material } from '../conversations/index.ts'

const GATHERED_MS = 50 // milliseconds for which words are gathered before they are sent; the first are sent at once

/** Passes on what a model writes, piece by piece, to one reader. */
export function createWrittenWords({ passages, actions }: Pick<Material, 'passages' | 'actions'>): {
  listener: ReplyListener
  /** Yields each new piece until the reply is made. A null ends it early: the reader is to remove all pieces. */
  until(made: Promise<unknown>): AsyncGenerator<string | null>
} {
  const alarm = createAlarm()
  let written = ''
  let isReplaced = false
  let isMade = false
  return {
    listener: {
      writes(text) {
        written = text
        alarm.ring()
      },
      replaced() {
        isReplaced = true
        alarm.ring()
      },
    },
    async *until(made) {
      const end = () => {
        isMade = true
        alarm.ring()
      }
      made.then(end, end)
      let told = ''
      while (!isMade) {
        await alarm.wait()
        const shown = shownText(written, passages, actions.map(toolNameOf))
        if (isReplaced || !shown.startsWith(told)) {
          if (told !== '') yield null
          return
        }
        if (shown.length > told.length) yield shown.slice(told.length)
        told = shown
        if (!isMade) await delay(GATHERED_MS)
      }
    },
  }
}
