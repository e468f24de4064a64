import { ArrowLeft, CircleCheck, Hand, PanelRight, RotateCcw, Sparkles } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Answer } from '#dashboard/api/types.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Tooltip } from '#dashboard/ui/tooltip.tsx'
import { ConversationMenu } from './conversation-menu.tsx'
import { TurnBadge } from './turn-badge.tsx'
import type { ConversationActions } from './use-conversation-actions.ts'
import { visitorName } from './visitor.ts'

interface ConversationBarProps {
  conversation: Answer<'getConversation'> & { waiting_since?: string | null }
  agentName: string | undefined
  /** The agent is disabled: the server takes no changes. */
  isDisabled: boolean
  actions: ConversationActions
  detailsShown: boolean
  onBack: () => void
  onDetails: () => void
  onUnread: () => void
  onDelete: () => void
}

/** Above the thread: who it is, whose turn it is, and the baton. */
export function ConversationBar({ conversation, agentName, isDisabled, actions, ...props }: ConversationBarProps) {
  const isOpen = conversation.status === 'open'
  const isAi = conversation.response_mode === 'ai'
  const toggle = isOpen ? actions.close : actions.reopen
  useShortcut('t', 'Take over', actions.takeOver, { enabled: isOpen && isAi && !isDisabled })
  useShortcut('a', 'Give back to the AI', actions.giveBack, { enabled: isOpen && !isAi && !isDisabled })
  useShortcut('e', isOpen ? 'Close the conversation' : 'Reopen the conversation', toggle, { enabled: !isDisabled })
  useShortcut('u', 'Mark as unread', props.onUnread)

  return (
    <header className="flex h-14 shrink-0 items-center gap-2 border-line border-b bg-surface px-3 sm:px-4">
      <IconButton icon={ArrowLeft} label="Back to the list" className="md:hidden" onClick={props.onBack} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate font-semibold">{visitorName(conversation.chat_user)}</h2>
        <p className="flex min-w-0 items-center gap-2 text-muted text-xs">
          <TurnBadge conversation={conversation} />
          <span className="truncate">{agentName}</span>
        </p>
      </div>
      {isOpen && (
        <Tooltip
          label={isAi ? 'Answer yourself; the AI falls silent' : 'Let the AI answer again'}
          keys={isAi ? 't' : 'a'}
          side="bottom"
        >
          <Button
            scope="conversation:edit"
            variant={isAi ? 'human' : 'ai'}
            disabled={isDisabled}
            onClick={once(isAi ? actions.takeOver : actions.giveBack)}
          >
            {isAi ? <Hand aria-hidden /> : <Sparkles aria-hidden />}
            <span className="max-sm:sr-only">{isAi ? 'Take over' : 'Back to AI'}</span>
          </Button>
        </Tooltip>
      )}
      <Tooltip label={isOpen ? 'Close' : 'Reopen'} keys="e" side="bottom">
        <Button scope="conversation:edit" disabled={isDisabled} onClick={once(toggle)}>
          {isOpen ? <CircleCheck aria-hidden /> : <RotateCcw aria-hidden />}
          <span className="max-lg:sr-only">{isOpen ? 'Close' : 'Reopen'}</span>
        </Button>
      </Tooltip>
      <ConversationMenu onUnread={props.onUnread} onDelete={props.onDelete} />
      <IconButton
        icon={PanelRight}
        label={props.detailsShown ? 'Hide details' : 'Show details'}
        aria-expanded={props.detailsShown}
        onClick={props.onDetails}
      />
    </header>
  )
}

/** The second click of a double click must not take back what the first did. */
function once(act: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) act()
  }
}
