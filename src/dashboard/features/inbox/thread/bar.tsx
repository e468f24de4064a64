import ArrowLeft from 'lucide-react/icons/arrow-left'
import CircleCheck from 'lucide-react/icons/circle-check'
import Hand from 'lucide-react/icons/hand'
import PanelRight from 'lucide-react/icons/panel-right'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sparkles from 'lucide-react/icons/sparkles'
import type { MouseEvent } from 'react'
import type { Agent } from '#dashboard/api/use-agents.ts'
import { ResponderBadge } from '#dashboard/components/conversation/responder-badge.tsx'
import { cn } from '#dashboard/lib/cn.ts'
import { dispensable } from '#dashboard/lib/late.tsx'
import { waitingCount } from '#dashboard/lib/page-title.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { visitorName } from '#dashboard/lib/visitor-name.ts'
import { Button } from '#dashboard/ui/button.tsx'
import { IconButton } from '#dashboard/ui/icon-button.tsx'
import { Tooltip } from '#dashboard/ui/tooltip.tsx'
import { chosen } from '../list/chosen.ts'
import type { Line } from '../list/lines.ts'
import { copyLink } from './copy-link.ts'
import { ConversationMenu } from './menu.tsx'
import { useAfterMoment } from './use-after-moment.ts'
import type { ConversationActions } from './use-conversation-actions.ts'

const OthersHere = dispensable(() => import('../presence/others-here.tsx'), 'OthersHere')

interface ConversationBarProps {
  conversation: Line
  agent: Agent | undefined
  actions: ConversationActions
  detailsShown: boolean
  onBack: () => void
  onDetails: () => void
  onUnread: () => void
  onDelete: () => void
}

export function ConversationBar({ conversation, agent, actions, ...props }: ConversationBarProps) {
  const isOpen = conversation.status === 'open'
  const isAi = conversation.response_mode === 'ai'
  // The server refuses to change who answers for a disabled agent, to close and to reopen.
  const isDisabled = agent?.is_disabled ?? false
  const canGiveBack = isOpen && !isAi && !agent?.only_human
  const toggle = isOpen ? actions.close : actions.reopen
  const isThere = useAfterMoment()
  useShortcut('t', 'Take over', actions.takeOver, { enabled: isOpen && isAi && !isDisabled })
  // While conversations are chosen in the list, `a` and `e` apply to the chosen ones instead.
  const isOne = useStore(chosen).size === 0
  useShortcut('a', 'Give back to the AI', actions.giveBack, { enabled: isOne && canGiveBack && !isDisabled })
  useShortcut('e', isOpen ? 'Close the conversation' : 'Reopen the conversation', toggle, {
    enabled: isOne && !isDisabled,
  })
  useShortcut('u', 'Mark as unread', props.onUnread)
  const { may } = usePermissions()
  useShortcut('', props.detailsShown ? 'Hide details' : 'Show details', props.onDetails)
  useShortcut('', 'Copy link', () => void copyLink())
  useShortcut('', 'Delete the conversation', props.onDelete, { enabled: may('deleteConversation') })

  return (
    <header className="relative flex h-14 shrink-0 items-center gap-1 border-line border-b bg-surface px-2 sm:gap-2 sm:px-4 md:pl-6">
      <BackButton isWaiting={conversation.waiting_since != null} onClick={props.onBack} />
      <div className="relative min-w-0 flex-1 rounded has-[button:focus-visible]:outline-2">
        {/* On a phone the name opens the details, as there is no space for a button. */}
        <button
          type="button"
          aria-label="Show details"
          className="absolute inset-0 outline-none md:hidden"
          onClick={props.onDetails}
        />
        <h2 className="truncate font-semibold">{visitorName(conversation.chat_user)}</h2>
        <p className="flex min-w-0 items-center gap-2 text-muted text-xs">
          <ResponderBadge conversation={conversation} />
          {conversation.subject ? (
            <span title={conversation.subject} className="truncate text-ink-soft">
              {conversation.subject}
            </span>
          ) : (
            <span className={cn('truncate', conversation.waiting_since && 'max-lg:hidden')}>{agent?.name}</span>
          )}
        </p>
      </div>
      {isThere && <OthersHere conversationId={conversation.id} />}
      {((isOpen && isAi) || canGiveBack) && (
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
            {isAi ? <Hand aria-hidden className="max-lg:hidden" /> : <Sparkles aria-hidden className="max-lg:hidden" />}
            {isAi ? 'Take over' : 'Back to AI'}
          </Button>
        </Tooltip>
      )}
      <Tooltip label={isOpen ? 'Close' : 'Reopen'} keys="e" side="bottom">
        <Button scope="conversation:edit" disabled={isDisabled} onClick={once(toggle)}>
          {isOpen ? <CircleCheck aria-hidden /> : <RotateCcw aria-hidden />}
          <span className="max-lg:sr-only">{isOpen ? 'Close' : 'Reopen'}</span>
        </Button>
      </Tooltip>
      <ConversationMenu
        conversation={conversation}
        isDisabled={isDisabled}
        onDetails={props.onDetails}
        onUnread={props.onUnread}
        onDelete={props.onDelete}
      />
      <IconButton
        icon={PanelRight}
        label={props.detailsShown ? 'Hide details' : 'Show details'}
        aria-expanded={props.detailsShown}
        className="max-md:hidden"
        onClick={props.onDetails}
      />
    </header>
  )
}

/** A button back to the list, where the conversation covers it. A dot shows that another visitor waits. */
export function BackButton({ isWaiting = false, onClick }: { isWaiting?: boolean; onClick: () => void }) {
  const others = useStore(waitingCount) - (isWaiting ? 1 : 0)
  return (
    <span className="relative md:hidden">
      <IconButton
        icon={ArrowLeft}
        label={others > 0 ? `Back to the list, ${others} waiting for a person` : 'Back to the list'}
        onClick={onClick}
      />
      {others > 0 && <span aria-hidden className="absolute top-1.5 right-1.5 size-2 rounded-full bg-human" />}
    </span>
  )
}

/** Ignores the second click of a double click, which would undo the first one's effect. */
function once(act: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) act()
  }
}
