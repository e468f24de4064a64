import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, MouseEvent } from 'react'
import type { Scope } from '#contract/scopes.ts'
import { cn } from '#dashboard/lib/cn.ts'
import { usePermissions } from '#dashboard/lib/permissions.ts'
import { Spinner } from './spinner.tsx'

/** Classes of a button, also for links that should look like one. */
export const buttonVariants = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded border font-medium whitespace-nowrap transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-default [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-ink text-on-ink hover:bg-ink/85',
        secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
        ghost: 'border-transparent text-ink-soft hover:bg-hover hover:text-ink',
        danger: 'border-transparent bg-danger text-on-danger hover:bg-danger/90',
        ai: 'border-ai-line bg-ai-soft text-ai hover:border-ai',
        human: 'border-human-line bg-human-soft text-human hover:border-human',
      },
      size: { sm: 'h-control-sm px-2 text-sm', md: 'h-control px-3 text-base', lg: 'h-10 px-4 text-base' },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Shows a spinner and ignores clicks, without losing the focus. */
  pending?: boolean
  /** Disables the button without losing the focus, which `disabled` would. */
  'aria-disabled'?: boolean
  /** The scope that the action needs. The button is not shown to members whose role allows nothing of it. */
  scope?: Scope | undefined
}

export function Button({
  variant,
  size,
  pending = false,
  className,
  children,
  onClick,
  type = 'button',
  scope,
  'aria-disabled': idle = pending,
  ...props
}: ButtonProps) {
  const { mayUse } = usePermissions()
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (idle) event.preventDefault()
    else onClick?.(event)
  }
  if (!mayUse(scope)) return null
  return (
    <button
      {...props}
      type={type}
      onClick={guard}
      aria-disabled={idle || undefined}
      aria-busy={pending || undefined}
      className={cn(buttonVariants({ variant, size }), className)}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
