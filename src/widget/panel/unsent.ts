import type { Item, Unsent } from './types.ts'

/**
 * The unsent messages that don't stand in the thread yet. The server may have stored one whose answer is still on its way,
 * or was lost as the page was left. It gives messages ids of its own, so that such a one is known by its words and files,
 * which nothing held that stood there when it was written.
 */
export function notYetIn(items: readonly Item[], unsent: readonly Unsent[]): Unsent[] {
  const own = items.flatMap((item) => ('message' in item && item.message.role === 'visitor' ? [item] : []))
  return unsent.filter((message) => {
    if (message.problem !== null) return true
    const at = own.findIndex(({ position, message: { content, attachments } }) => {
      const isLater = numberOf(position) > (message.after === null ? -1 : numberOf(message.after))
      return isLater && content === message.content && idsOf(attachments) === idsOf(message.files)
    })
    if (at < 0) return true
    own.splice(at, 1) // said twice, it stands there twice
    return false
  })
}

const numberOf = (position: string): number => Number.parseInt(position, 10)
const idsOf = (files: readonly { id: string }[]): string => files.map(({ id }) => id).join()
