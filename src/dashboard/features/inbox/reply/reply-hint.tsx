import { cn } from '#dashboard/lib/cn.ts'

interface ReplyHintProps {
  id: string
  isAiTurn: boolean
  isDisabled: boolean
  isClosed: boolean
}

/** What sending a reply does to the conversation. */
export function ReplyHint({ id, ...state }: ReplyHintProps) {
  const { isAiTurn, isClosed } = state
  return (
    <p id={id} className={cn('text-sm', isAiTurn && !isClosed ? 'text-human' : 'text-muted')}>
      {hint(state)}
    </p>
  )
}

function hint({ isAiTurn, isDisabled, isClosed }: Omit<ReplyHintProps, 'id'>): string {
  if (isDisabled) return 'What you wrote is kept here until it can be sent.'
  if (isClosed) return 'Sending this reopens it.'
  if (isAiTurn) return 'The AI has this conversation. Sending takes it over.'
  return 'People have this conversation; the AI stays silent.'
}
