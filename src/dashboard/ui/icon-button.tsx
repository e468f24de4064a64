import type { LucideIcon } from 'lucide-react'
import { cn } from '#dashboard/lib/cn.ts'
import { Button, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  icon: LucideIcon
  /** What it does; its accessible name and its tooltip. */
  label: string
  /** Keys that do the same, shown in the tooltip. */
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
