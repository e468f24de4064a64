import { type Query, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import type { ApiError } from '#dashboard/api/api-error.ts'
import type { ApiKey } from '#dashboard/api/invalidation.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import type { Answer } from '#dashboard/api/types.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { newPlaygroundVisitor } from '#dashboard/lib/playground-visitor.ts'

const PAGE_SIZE = 100
const IMPATIENT = { ms: 150, max: 2_000 } // a built-in reply takes a tenth of a second: the first looks come quickly
const IDLE = { ms: 3_000, max: 30_000, live: 30_000 } // a person may write from the inbox

type Mode = 'ai' | 'human' | undefined
type MessagesQuery = Query<Answer<'listMessages'>, ApiError, Answer<'listMessages'>, ApiKey>

interface PlaygroundOptions {
  agentId: string
  conversationId: string | undefined
  /** Keeps the conversation in the address; undefined for a fresh start. */
  onConversation: (id: string | undefined) => void
}

/** A visitor's side of a conversation, through the public API alone. */
export function usePlayground({ agentId, conversationId, onConversation }: PlaygroundOptions) {
  const client = useQueryClient()
  const [outgoing, setOutgoing] = useState<Pick<Message, 'role' | 'content' | 'created_at'>>()
  const params = { agent: agentId, conversation: conversationId ?? '' }
  const conversation = useQuery({
    ...api.getConversation.queryOptions({ params }),
    enabled: conversationId !== undefined,
    refetchInterval: pollWhile(() => conversationId !== undefined, IDLE),
  })
  const mode = conversation.data?.response_mode
  const { messages, isPending, error } = useMessages(params, conversationId !== undefined, mode)
  const create = useMutation(api.createConversation.mutationOptions())
  const sendMessage = useMutation(api.sendMessage.mutationOptions())
  const close = useMutation(api.updateConversation.mutationOptions())

  const begin = async () => {
    const body = { chat_user_id: newPlaygroundVisitor() }
    return (await create.mutateAsync({ params: { agent: agentId }, body })).id
  }
  const send = async (content: string) => {
    setOutgoing({ role: 'visitor', content, created_at: new Date().toISOString() })
    try {
      const id = conversationId ?? (await begin())
      if (id !== conversationId) onConversation(id)
      const target = { agent: agentId, conversation: id }
      await sendMessage.mutateAsync({ params: target, body: { content } })
      await client.invalidateQueries({ queryKey: api.listMessages.key({ params: target }) })
    } finally {
      setOutgoing(undefined)
    }
  }

  const restart = () => {
    // What was only tried out should not stay among the open conversations.
    if (conversationId && conversation.data?.status === 'open') close.mutate({ params, body: { status: 'closed' } })
    for (const call of [create, sendMessage]) call.reset()
    onConversation(undefined)
  }

  // A hand-over comes with a message: who answers from now on is looked up as soon as one is there.
  const newest = messages.at(-1)?.id
  useEffect(() => {
    if (newest) void client.invalidateQueries({ queryKey: api.getConversation.key() })
  }, [client, newest])

  return {
    messages,
    /** Of a conversation that has been tried before. */
    loading: conversationId !== undefined && isPending && outgoing === undefined,
    mode,
    closed: conversation.data?.status === 'closed',
    /** Sent by the visitor and not confirmed yet. */
    outgoing,
    awaiting: outgoing !== undefined || awaitsReply(messages, mode),
    sending: outgoing !== undefined,
    error: create.error ?? sendMessage.error ?? error,
    send,
    restart,
  }
}

/**
 * All messages, a page after the other, as the list begins with the oldest. What is new lands on the last page, so that
 * it alone is looked at again and again; it says when there is one more.
 */
function useMessages(params: Record<'agent' | 'conversation', string>, enabled: boolean, mode: Mode) {
  const [last, setLast] = useState(1)
  const pages = useQueries({
    queries: Array.from({ length: last }, (_, index) => ({
      ...api.listMessages.queryOptions({ params, query: { page: index + 1, per_page: PAGE_SIZE } }),
      enabled,
      refetchInterval: (query: MessagesQuery) => {
        if (index + 1 < last) return false
        return pollWhile(() => true, awaitsReply(query.state.data?.data, mode) ? IMPATIENT : IDLE)(query)
      },
    })),
  })
  const known = enabled ? Math.max(1, ...pages.map(({ data }) => data?.meta.last_page ?? 1)) : 1
  if (known !== last) setLast(known)
  return {
    messages: enabled ? pages.flatMap(({ data }) => data?.data ?? []) : [],
    isPending: pages[0]?.isPending ?? true,
    error: pages.find(({ error }) => error)?.error ?? null,
  }
}

export type PlayState = ReturnType<typeof usePlayground>

/** Whether the AI still owes an answer: the last word is the visitor's, and no person has the conversation. */
export function awaitsReply(messages: readonly Message[] | undefined, mode: Mode): boolean {
  return mode !== 'human' && messages?.at(-1)?.role === 'visitor'
}
