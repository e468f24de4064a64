import type { LucideIcon } from 'lucide-react'
import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import type { Theme } from '#dashboard/lib/theme.ts'

export const themeLooks: Readonly<Record<Theme, { icon: LucideIcon; label: string }>> = {
  system: { icon: Monitor, label: 'As the system' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
}
