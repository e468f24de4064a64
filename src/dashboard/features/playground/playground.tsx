import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '#dashboard/components/error-state.tsx'
import { Badge } from '#dashboard/ui/badge.tsx'
import { Button } from '#dashboard/ui/button.tsx'
import { Composer } from './composer.tsx'
import { PlaygroundMessage } from './playground-message.tsx'
import { TypingIndicator } from './typing-indicator.tsx'
import { usePlayground } from './use-playground.ts'

interface PlaygroundProps {
  agentId: string
  conversationId: string | undefined
  onConversation: (id: string | undefined) => void
}

/** Talk to the agent as a visitor does, and see why it said what it said. */
export function Playground(props: PlaygroundProps) {
  const play = usePlayground(props)
  const [draft, setDraft] = useState('')
  const count = play.messages.length + (play.awaiting ? 1 : 0)

  const submit = () => {
    const content = draft.trim()
    if (!content || play.sending) return
    setDraft('')
    // What could not be sent goes back where it was typed.
    play.send(content).catch(() => setDraft((typed) => typed || content))
  }

  return (
    <section aria-labelledby="playground" className="flex h-[34rem] flex-col rounded-lg border border-line bg-surface">
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 id="playground" className="font-semibold">
          Playground
        </h2>
        {play.mode === 'human' && <Badge tone="human">With people</Badge>}
        {play.mode === 'ai' && <Badge tone="ai">With the AI</Badge>}
        <span className="flex-1" />
        {props.conversationId && (
          <Button variant="ghost" size="sm" onClick={play.restart}>
            <RotateCcw aria-hidden /> Start over
          </Button>
        )}
      </header>
      {/* Reversed, so that it stays at its end as it grows. */}
      <div className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto">
        <div role="log" aria-label="Conversation" className="p-4">
          {count === 0 ? (
            <p className="mx-auto max-w-xs py-16 text-center text-muted">
              Ask what a visitor would ask. The answer comes from this agent’s own sources, through the public API.
            </p>
          ) : (
            <ol className="flex flex-col gap-4">
              {play.messages.map((message, index) => (
                <PlaygroundMessage
                  key={message.id}
                  message={message}
                  agentId={props.agentId}
                  conversationId={props.conversationId ?? ''}
                  isGreeting={index === 0 && message.role === 'assistant'}
                />
              ))}
              {play.outgoing !== undefined && (
                <li className="ml-auto max-w-[85%] whitespace-pre-wrap break-words rounded-lg bg-hover px-3 py-2 opacity-60">
                  {play.outgoing}
                </li>
              )}
              {play.awaiting && <TypingIndicator />}
            </ol>
          )}
          {play.mode === 'human' && !play.closed && (
            <p className="mt-4 rounded border border-human-line bg-human-soft px-3 py-2 text-human">
              The AI is silent now: a person answers from the inbox.
            </p>
          )}
        </div>
        {count === 0 && <div className="flex-1" />}
      </div>
      {play.error && <ErrorNotice error={play.error} className="mx-3 mb-2" />}
      {play.closed ? (
        <p className="border-line border-t px-4 py-3 text-center text-muted">
          This conversation is closed. Start over to go on.
        </p>
      ) : (
        <Composer value={draft} onChange={setDraft} onSubmit={submit} pending={play.sending} />
      )}
    </section>
  )
}
