import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { Button } from '#dashboard/ui/button.tsx'
import { Kbd } from '#dashboard/ui/kbd.tsx'

/** Sends the reply. The keys that it shows are the composer's. */
export function SendButton(props: { isAiTurn: boolean; disabled: boolean; onSend: () => void }) {
  const { isAiTurn, disabled, onSend } = props
  return (
    <Button
      scope="conversation:edit"
      variant={isAiTurn ? 'human' : 'primary'}
      // Keep the focus in the field, so that writing continues and a phone's keyboard stays open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSend}
      disabled={disabled}
      aria-keyshortcuts="Meta+Enter Control+Enter"
    >
      <SendHorizontal aria-hidden />
      {isAiTurn ? 'Take over and send' : 'Send'}
      <span aria-hidden className="ml-1 max-lg:hidden">
        <Kbd keys="mod+enter" tone="inverse" />
      </span>
    </Button>
  )
}
