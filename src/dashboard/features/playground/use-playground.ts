import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { pollWhile } from '#dashboard/api/poll-while.ts'
import type { Message } from '#dashboard/components/conversation/message-bubble.tsx'
import { newPlaygroundVisitor } from '#dashboard/lib/playground-visitor.ts'

const PAGE_SIZE = 100
const IMPATIENT = { ms: 150, max: 2_000 } // a built-in reply takes a tenth of a second: the first looks come quickly
const IDLE = { ms: 3_000, max: 30_000, live: 30_000 } // a person may write from the inbox

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
  const messages = useQuery({
    ...api.listMessages.queryOptions({ params, query: { per_page: PAGE_SIZE } }),
    enabled: conversationId !== undefined,
    refetchInterval: (query) =>
      awaitsReply(query.state.data?.data, mode)
        ? pollWhile(() => true, IMPATIENT)(query)
        : pollWhile(() => true, IDLE)(query),
  })
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
      await client.invalidateQueries({
        queryKey: api.listMessages.key({ params: target, query: { per_page: PAGE_SIZE } }),
      })
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
  const newest = messages.data?.data.at(-1)?.id
  useEffect(() => {
    if (newest) void client.invalidateQueries({ queryKey: api.getConversation.key() })
  }, [client, newest])

  const shown = conversationId ? (messages.data?.data ?? []) : []
  return {
    messages: shown,
    /** Of a conversation that has been tried before. */
    loading: conversationId !== undefined && messages.isPending && outgoing === undefined,
    mode,
    closed: conversation.data?.status === 'closed',
    /** Sent by the visitor and not confirmed yet. */
    outgoing,
    awaiting: outgoing !== undefined || awaitsReply(shown, mode),
    sending: outgoing !== undefined,
    error: create.error ?? sendMessage.error ?? messages.error,
    send,
    restart,
  }
}

export type PlayState = ReturnType<typeof usePlayground>

/** Whether the AI still owes an answer: the last word is the visitor's, and no person has the conversation. */
export function awaitsReply(messages: readonly Message[] | undefined, mode: 'ai' | 'human' | undefined): boolean {
  return mode !== 'human' && messages?.at(-1)?.role === 'visitor'
}
