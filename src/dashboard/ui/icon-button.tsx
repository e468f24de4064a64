import type { LucideIcon } from 'lucide-react'
import { cn } from '#dashboard/lib/cn.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  icon: LucideIcon
  /** The button's accessible name and tooltip. */
  label: string
  /** Shortcut for the button's action, shown in the tooltip. */
  keys?: string
}

export function IconButton({ icon: Icon, label, keys, variant = 'ghost', size, className, ...props }: IconButtonProps) {
  return (
    <Tooltip label={label} {...(keys && { keys })}>
      <Button
        {...props}
        variant={variant}
        size={size}
        aria-label={label}
        className={cn('px-0', size === 'sm' ? 'w-control-sm' : 'w-control', className)}
      >
        <Icon aria-hidden />
      </Button>
    </Tooltip>
  )
}
