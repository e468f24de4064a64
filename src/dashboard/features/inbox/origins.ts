import type { LucideIcon } from 'lucide-react'
import Code from 'lucide-react/icons/code'
import Mail from 'lucide-react/icons/mail'
import MessageSquare from 'lucide-react/icons/message-square'
import type { Origin } from '#contract/enums.ts'

export const originLabels: Record<Origin, { icon: LucideIcon; label: string; sentence: string }> = {
  public_api: { icon: Code, label: 'API', sentence: 'through the API' },
  widget: { icon: MessageSquare, label: 'Chat widget', sentence: 'in the chat widget' },
  email: { icon: Mail, label: 'E-mail', sentence: 'by e-mail' },
}
