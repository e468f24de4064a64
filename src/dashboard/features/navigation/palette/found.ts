import type { Data } from '#contract/index.ts'

type Found = Data<'search'>['items'][number]
export type FoundConversation = Found & { line: NonNullable<Found['line']> }

/** Divides results: visitors who match, once for each agent with their first conversation, and matching messages. */
export function divideFound(items: readonly Found[]): {
  visitors: FoundConversation[]
  conversations: FoundConversation[]
} {
  const complete = items.filter((found): found is FoundConversation => found.line !== undefined)
  const visitors = new Map<string, FoundConversation>()
  for (const found of complete) {
    const visitor = `${found.agent_id} ${found.line.chat_user.id}`
    if (isOfVisitor(found) && !visitors.has(visitor)) visitors.set(visitor, found)
  }
  return { visitors: [...visitors.values()], conversations: complete.filter((found) => !isOfVisitor(found)) }
}

// The server gives a match in a visitor's name, address or id the position `0.0`, before all messages.
const isOfVisitor = ({ position }: Found) => position === '0.0'
