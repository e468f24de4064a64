import { FileText, Globe, type LucideIcon, MessagesSquare, Type } from 'lucide-react'
import type { SourceType } from './source-filters.ts'

interface SourceKind {
  icon: LucideIcon
  label: string
  /** What it is, in the menu that adds one. */
  description: string
}

export const sourceKinds: Record<SourceType, SourceKind> = {
  text: { icon: Type, label: 'Text', description: 'Written here, saved as you write' },
  qa: { icon: MessagesSquare, label: 'Questions and answers', description: 'Typed, or pasted from a spreadsheet' },
  url: { icon: Globe, label: 'Web pages', description: 'One address a line' },
  file: { icon: FileText, label: 'Files', description: 'PDF, Word, text, Markdown, CSV, HTML' },
}
