import { useSession } from '#dashboard/api/session.ts'
import { late } from '#dashboard/lib/late.tsx'
import { useShortcut } from '#dashboard/lib/shortcuts.ts'
import { useStore } from '#dashboard/lib/store.ts'
import { chosen } from '../list/chosen.ts'
import { asAssignee, type Line } from '../list/lines.ts'
import { pickerShown } from './picker-shown.ts'
import { canSnooze } from './snooze.ts'
import { useHandling } from './use-handling.ts'

const Picker = late(() => import('../pickers.ts'), 'Picker')

/** The shortcuts that assign, label and snooze the conversation on screen, and the dialog that most of them open. */
export function HandlingArea({ conversation, isDisabled }: { conversation: Line; isDisabled: boolean }) {
  const { user } = useSession()
  const { assignee } = conversation
  const handling = useHandling({ agentId: conversation.agent_id, conversationId: conversation.id })
  const isAsked = useStore(pickerShown) !== undefined
  // While conversations are chosen in the list, `m` and `l` apply to the chosen ones instead.
  const isOne = useStore(chosen).size === 0
  useShortcut('m', 'Assign to a member', () => pickerShown.set('assignee'), { enabled: isOne && !isDisabled })
  useShortcut('i', 'Assign to me', () => handling.assign(asAssignee(user), assignee), {
    enabled: !isDisabled && assignee?.user_id !== user.id,
  })
  useShortcut('l', 'Label', () => pickerShown.set('labels'), { enabled: isOne && !isDisabled })
  useShortcut(
    's',
    conversation.snoozed_until ? 'Change or end the snooze' : 'Snooze',
    () => pickerShown.set('snooze'),
    {
      enabled: !isDisabled && canSnooze(conversation),
    },
  )
  return isAsked && <Picker conversation={conversation} handling={handling} />
}
