import type { LucideIcon } from 'lucide-react'
import FileText from 'lucide-react/icons/file-text'
import Globe from 'lucide-react/icons/globe'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Type from 'lucide-react/icons/type'
import type { SourceType } from '#contract/enums.ts'

interface SourceKind {
  icon: LucideIcon
  label: string
  /** Name of a single source of this type. */
  one: string
  description: string
}

export const sourceKinds: Record<SourceType, SourceKind> = {
  text: {
    icon: Type,
    label: 'Text',
    one: 'Text',
    description: 'Written here, saved as you write',
  },
  qa: {
    icon: MessagesSquare,
    label: 'Questions and answers',
    one: 'Questions and answers',
    description: 'Typed, or pasted from a spreadsheet',
  },
  url: {
    icon: Globe,
    label: 'Web pages',
    one: 'Web page',
    description: 'One address a line',
  },
  file: {
    icon: FileText,
    label: 'Files',
    one: 'File',
    description: 'PDF, Word, text, Markdown, CSV, HTML',
  },
}
