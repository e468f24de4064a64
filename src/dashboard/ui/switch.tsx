import type { ComponentProps } from 'react'

/** A switch that takes effect at once. For values that a form submits, use a checkbox. */
export function Switch(props: Omit<ComponentProps<'input'>, 'type' | 'role' | 'className'>) {
  return (
    <span className="relative inline-flex h-5 w-8 shrink-0">
      <input
        {...props}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox provides the checked state
        role="switch"
        className="peer h-5 w-8 cursor-pointer appearance-none rounded-full bg-muted transition-colors duration-100 checked:bg-ink disabled:cursor-not-allowed disabled:opacity-50"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-0.5 left-0.5 size-4 rounded-full bg-surface transition-transform duration-100 peer-checked:translate-x-3"
      />
    </span>
  )
}
