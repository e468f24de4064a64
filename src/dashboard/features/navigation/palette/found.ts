import type { Data } from '#contract/index.ts'

type Found = Data<'search'>['items'][number]
export type FoundConversation = Found & { line: NonNullable<Found['line']> }

/**
 * Divides what a search has found. A visitor whose name or address has the words is listed once, with the latest
 * conversation; everything else is a line of a conversation.
 */
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

// What is known of a visitor stands before the first message.
const isOfVisitor = ({ position }: Found) => position === '0.0'
